import Foundation

/// When the server was last known to have what is stored.
///
/// Stored apart from the values, and from the first doubt about them on: where the server never goes
/// back, there is no such file.
struct KeptConfirmations: Sendable, Codable, Equatable {
  /// The confirmation of the stored list.
  struct ListEntry: Sendable, Codable, Equatable {
    /// The list's revision.
    let revision: Int
    /// The revision of the bundle that the list replaced.
    ///
    /// A list with a lower revision than the bundle's is used until the app has a newer bundle.
    let bundled: Int
    /// When the server had it.
    let time: Date
  }

  /// The confirmation of the current city.
  struct CityEntry: Sendable, Codable, Equatable {
    let id: City.ID
    let language: Language
    let revision: Int
    /// When the server had it.
    let time: Date
  }

  var list: ListEntry?
  var city: CityEntry?
}

extension KeptConfirmations {
  /// Whether the server has put a list of this revision in the place of the bundle.
  func replaces(_ bundled: Int, with revision: Int) -> Bool {
    list.map { $0.revision == revision && $0.bundled >= bundled } ?? false
  }

  /// When the server had this city; `nil` if that is not known.
  func time(of kept: KeptCity) -> Date? {
    city.flatMap { entry in
      entry.id == kept.city.id && entry.language == kept.language
        && entry.revision == kept.city.revision ? entry.time : nil
    }
  }
}
