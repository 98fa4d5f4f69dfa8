package import Sync

extension FetchStatus {
  /// The status as text, with sorted reasons, because the order of a set varies.
  package var word: String {
    if case .closed(let reasons) = self { "\(reasons.map(\.rawValue).sorted())" } else { "\(self)" }
  }
}
