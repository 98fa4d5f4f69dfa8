public import Cart
public import ShowcaseKit
public import Sync

extension CartLine {
  /// The number of units, the name and the details of the item.
  public var title: String {
    let name = [item.name, item.variantName].compactMap(\.self).joined(separator: " ")
    let details = item.details.isEmpty ? "" : " (\(item.details.joined(separator: ", ")))"
    return "\(quantity) × \(name)\(details)"
  }

  /// Returns the status of the line and its problems, in brackets; empty if there is nothing to say.
  ///
  /// `words` returns the text of a problem.
  public func note(_ words: (LineProblem) -> String) -> String {
    let notes = [kind == .gift ? "gift" : "", status.words] + problems.map(words)
    let note = notes.filter { !$0.isEmpty }.joined(separator: "; ")
    return note.isEmpty ? "" : "  [\(note)]"
  }

  /// The look of the line: whether it is as the server has it, and can be ordered.
  public var tone: Tone {
    switch status {
    case .confirmed where problems.isEmpty: .plain
    case .failed: .bad
    case .confirmed, .pending, .maybeApplied: .pending
    }
  }
}

extension CartState {
  /// The first change that the server has rejected; `nil` if there is none.
  public var rejected: (id: ChangeID, words: String)? {
    pending.first(where: \.status.isFailed).map { ($0.id, "\($0.subject)") }
  }
}

extension OrderPlacement {
  /// User-facing text for the order of a cart; `nil` if the cart is not being ordered.
  public var words: String? {
    switch self {
    case .open: nil
    case .pending(let status): "Order: \(status.words)"
    case .refused(let refusal): "Order: \(ChangeWords.rejected(refusal.description))"
    case .placed(_, let number): "Order \(number) is placed"
    }
  }
}
