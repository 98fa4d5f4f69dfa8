import Foundation
import Networking

/// The last times at which the server is known to have had the stored values.
///
/// Stored separately from the values, and only once the server has sent a lower revision. Where
/// that never happens, the file does not exist.
struct StoredConfirmations: Sendable, Codable, Equatable {
  /// The confirmation of the stored list.
  struct ListEntry: Sendable, Codable, Equatable {
    /// The list's revision.
    let revision: Int
    /// The revision of the bundled list that this list replaced.
    ///
    /// A list with a lower revision than the bundled one is used until the app has a newer bundled
    /// list.
    let bundled: Int
    /// The last time at which the server had the list.
    let time: Date
  }

  /// The confirmation of the current city.
  struct CityEntry: Sendable, Codable, Equatable {
    let id: CityID
    let language: Language
    let revision: Int
    /// The last time at which the server had the city.
    let time: Date
  }

  var list: ListEntry?
  var city: CityEntry?
}

extension StoredConfirmations {
  /// Returns whether a list of this revision from the server has replaced the bundled list.
  func replaces(_ bundled: Int, with revision: Int) -> Bool {
    list.map { $0.revision == revision && $0.bundled >= bundled } ?? false
  }

  /// Returns the last time at which the server had this city; `nil` if it is unknown.
  func time(of kept: KeptCity) -> Date? {
    city.flatMap { entry in
      entry.id == kept.city.id && entry.language == kept.language
        && entry.revision == kept.city.revision ? entry.time : nil
    }
  }
}
