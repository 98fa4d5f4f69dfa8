package import Foundation

/// The cities to choose from, in one language.
public struct CityList: Sendable, Hashable {
  /// Where a list comes from.
  public enum Source: Sendable, Hashable {
    /// The list that the app was shipped with.
    case bundle
    /// A newer list, downloaded and kept on the device.
    case refreshed
  }

  /// Grows with every change of the list on the server.
  public let revision: Int
  /// Where it comes from.
  public let source: Source
  /// Why the list kept on the device is not used, or why this one is not kept there; `nil` when all
  /// is well.
  public let problem: String?
  /// The language that names were asked for in.
  public let language: Language
  /// The languages that the list can be asked for in.
  public let languages: [Language]
  /// The cities, by country and then by size.
  public let cities: [CitySummary]

  let index: Later<CityIndex>
  /// The places of the cities in the order of ``groups``.
  let alphabetical: Later<[Int]>

  /// The row of a city, or `nil` when it is not in the list.
  public func city(_ id: City.ID) -> CitySummary? {
    cities.first { $0.id == id }
  }

  /// Makes ready what the first search and the first ``groups`` would wait for.
  ///
  /// For every larger city on Earth that takes a tenth of a second, and may be done in the task that
  /// has shown the first rows; for the bundled list it is not worth a call.
  @concurrent
  public func prepare() async {
    _ = (index.value, alphabetical.value)
  }

  /// Whether both show the same; what is searched follows from the revision.
  public static func == (first: CityList, second: CityList) -> Bool {
    first.revision == second.revision && first.source == second.source
      && first.problem == second.problem && first.language == second.language
      && first.languages == second.languages && first.cities == second.cities
  }

  /// Combines what tells one list from another; the rest is long and follows from it.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(revision)
    hasher.combine(source)
    hasher.combine(language)
  }
}

extension CityList {
  /// Reads what a server sends as `/v1/cities`, for catalogs in memory.
  package init(json: Data, from source: Source, in language: Language) throws {
    let document = try JSONDecoder().decode(CityListDocument.self, from: json)
    try document.validate()
    self.init(document, from: source, problem: nil, in: language)
  }
}
