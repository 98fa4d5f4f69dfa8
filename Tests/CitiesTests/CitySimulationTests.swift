import Foundation
import Testing

@testable import Cities

@Suite("One city or the picker, in a simulation", .serialized)
struct CitySimulationTests {
  /// `CITIES_SEEDS=100000 swift test -c release -Xswiftc -enable-testing --filter CitySimulation`
  /// looks longer.
  private static let seeds =
    ProcessInfo.processInfo.environment["CITIES_SEEDS"].flatMap(UInt64.init) ?? 2_000

  @Test("In every order of events there is one whole city or the picker")
  func flat() throws { try expectNothing(isSwarm: false) }

  @Test("So it is where few kinds of events meet often")
  func swarm() throws { try expectNothing(isSwarm: true) }

  private func expectNothing(isSwarm: Bool) throws {
    let search = try CitySearch(0..<Self.seeds, isSwarm: isSwarm)
    let rules = search.rules.sorted { $0.value > $1.value }.map { "\($0.value) \($0.key)" }
    #expect(search.different.isEmpty, "Not the same twice")
    #expect(
      search.hits == 0,
      """
      \(search.hits) of \(Self.seeds) seeds broke a rule
      \(rules.joined(separator: "\n"))
      \(search.example)
      """)
  }
}
