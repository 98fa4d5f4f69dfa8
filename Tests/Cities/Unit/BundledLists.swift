import CitiesTestSupport
import Synchronization

@testable import Cities

/// Bundled list in each language, decoded once for all tests because debug builds are slow.
final class BundledLists: Sendable {
  let document: CityListDocument
  private let lists: Mutex<[Language: CityList]>

  private init(_ document: CityListDocument) {
    self.document = document
    lists = Mutex([:])
  }

  private static let shared = Result { BundledLists(try CityDevice.bundle.document()) }

  static func load() throws -> BundledLists { try shared.get() }

  /// The list in a language; all lists share one index.
  subscript(language: Language) -> CityList {
    lists.withLock { lists in
      if let list = lists[language] { return list }
      let list = CityList(
        document, from: .bundle, problem: nil, in: language, index: lists.values.first?.index)
      lists[language] = list
      return list
    }
  }
}
