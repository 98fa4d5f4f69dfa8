package import Foundation
public import Networking
public import Storage

/// The available cities, in one language.
public struct CityList: Sendable, Hashable {
  /// The origin of a list.
  public enum Source: Sendable, Hashable {
    /// The list that is shipped with the app.
    case bundle
    /// A list that was downloaded and stored on the device.
    case refreshed
  }

  /// The reason why the best list is not used or not stored.
  public enum Problem: Sendable, Hashable {
    /// The stored list cannot be read; this is the bundled one.
    case unreadable(StorageError)
    /// The stored list breaks a rule of this release; this is the bundled one.
    case invalid(UnusableBody)
    /// This list cannot be stored; a restart shows an older one.
    case notStored(StorageError)
    /// This file of the bundled list is missing or broken, so the list is empty; the app must be
    /// reinstalled, or the list refreshed.
    case brokenBundle(file: String)
  }

  /// The revision of the list on the server; it increases with every change.
  public let revision: Int
  /// The origin of the list.
  public let source: Source
  /// The reason why the stored list is not used, or why this list is not stored, or `nil`.
  public let problem: Problem?
  /// Whether the list has all cities; otherwise it has the rows of a first screen only.
  public let isComplete: Bool
  /// The requested language of names.
  public let language: Language
  /// The languages in which the list is available.
  public let languages: [Language]
  /// The cities, sorted by country and then by population.
  public let cities: [CitySummary]

  let index: Later<CityIndex>
  /// The indices of the cities in the order of ``groups``.
  let alphabetical: Later<[Int]>

  /// Returns the city with an identifier, or `nil` if it is not in the list.
  public func city(_ id: CityID) -> CitySummary? {
    cities.first { $0.id == id }
  }

  /// Computes the search index and the order of ``groups`` in advance.
  ///
  /// For every larger city on Earth this saves the first search a tenth of a second. Call it in the
  /// task that has shown the first rows. For the bundled list a call is unnecessary.
  @concurrent
  public func prepare() async {
    _ = (index.value, alphabetical.value)
  }

  /// Whether two lists show the same; the search index is not compared.
  public static func == (first: CityList, second: CityList) -> Bool {
    first.revision == second.revision && first.source == second.source
      && first.problem == second.problem && first.isComplete == second.isComplete
      && first.language == second.language && first.languages == second.languages
      && first.cities == second.cities
  }

  /// Hashes the properties that distinguish lists; the rest is large and follows from them.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(revision)
    hasher.combine(source)
    hasher.combine(language)
  }
}

extension CityList {
  /// Decodes and validates the server's `/v1/cities` document, for catalogs in memory.
  package init(json: Data, from source: Source, in language: Language) throws {
    let document = try JSONDecoder().decode(CityListDocument.self, from: json)
    try document.validate()
    self.init(document, from: source, problem: nil, in: language)
  }
}
