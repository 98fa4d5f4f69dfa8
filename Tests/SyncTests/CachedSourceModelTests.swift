import Foundation
import SyncTestSupport
import Testing

@Suite("A cached source, in a simulation", .serialized)
struct CachedSourceModelTests {
  /// `SOURCE_SEEDS=100000 swift test --filter CachedSourceModelTests` looks longer.
  private static let seeds =
    ProcessInfo.processInfo.environment["SOURCE_SEEDS"].flatMap(UInt64.init) ?? 2_000

  @Test("Keeps its promises in every order of events, and does the same for the same seed")
  func flat() throws { try expectKept("flat") }

  @Test("Keeps its promises where few kinds of events meet often")
  func swarm() throws { try expectKept("swarm") }

  private func expectKept(_ kind: String) throws {
    let search = try SourceSearch(0..<Self.seeds, isSwarm: kind == "swarm")
    let rules = search.rules.sorted { $0.value > $1.value }.map { "\($0.value) \($0.key)" }
    #expect(search.different.isEmpty, "Not the same twice")
    #expect(
      search.hits == 0,
      """
      \(search.hits) of \(Self.seeds) \(kind) worlds broke a rule
      \(rules.joined(separator: "\n"))
      \(search.example)
      """)
  }
}
