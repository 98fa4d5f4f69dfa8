import Commerce
import Foundation
import Networking
import Synchronization
import Testing

@testable import Cities

/// Texts that people type, of eleven kinds and in 25 languages, with the expected first hit.
///
/// The environment variable `CITIES_LIST` names a file with a larger list, such as all cities of
/// GeoNames, with which the same queries are made.
struct TypedQueryTests {
  struct Query: Sendable {
    let kind: String
    let language: Language
    let text: String
    let id: CityID
    let name: String
  }

  private static let queries = Result {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Queries/queries.tsv")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { line in
        let fields = line.split(separator: "\t").map(String.init)
        try #require(fields.count == 5)
        return Query(
          kind: fields[0], language: Language(rawValue: fields[1]), text: fields[2],
          id: CityID(rawValue: try #require(Int(fields[3]))), name: fields[4])
      }
  }

  @Test func `There are eleven kinds of queries in fifteen languages or more`() throws {
    let queries = try Self.queries.get()

    #expect(queries.count >= 300)
    #expect(Set(queries.map(\.kind)).count == 11)
    #expect(Set(queries.map(\.language)).count >= 15)
  }

  @Test func `Ninety-five of a hundred queries find the expected city first`() throws {
    try expectHits(in: try BundledLists.load().document, atLeast: 300)
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["CITIES_LIST"] != nil))
  func `So do they in a list of all larger cities on Earth`() throws {
    let file = try #require(ProcessInfo.processInfo.environment["CITIES_LIST"])
    let body = try Data(contentsOf: URL(filePath: file))
    let document = try CityListDocument(HTTPResponse(status: 200, body: body))
    #expect(document.problem == nil)
    try expectHits(in: document, atLeast: 600)
  }

  private func expectHits(in document: CityListDocument, atLeast count: Int) throws {
    let ids = Set(document.cities.map(\.id))
    let queries = try Self.queries.get().filter { ids.contains($0.id) }
    try #require(queries.count >= count)
    let index = CityIndex(document)
    var misses: [String: [String]] = [:]
    for query in queries {
      let found = CitySearch.search(query.text, in: query.language, index)?.first
      let city = found.map { document.cities[$0] }
      if city?.id == query.id { continue }
      misses[query.kind, default: []].append(
        "\(query.language.rawValue) \(query.text): \(city?.names[.english] ?? "nothing")"
          + ", not \(query.name)")
    }
    let missed = misses.values.map(\.count).reduce(0, +)
    let rate = 100 * (queries.count - missed) / queries.count
    let list = misses.sorted { $0.key < $1.key }.map { "\($0): \($1.joined(separator: "; "))" }
    #expect(rate >= 95, "\(rate) % of \(queries.count)\n\(list.joined(separator: "\n"))")
    for (kind, misses) in misses {
      let all = queries.count { $0.kind == kind }
      #expect(10 * misses.count <= all, "\(kind): \(misses.joined(separator: "; "))")
    }
    if ProcessInfo.processInfo.environment["CITIES_LIST"] != nil {
      print("\(queries.count - missed) of \(queries.count)\n\(list.joined(separator: "\n"))")
    }
  }
}
