import Foundation
import Testing

@testable import Cities

@Suite("One city or the picker, in a simulation", .serialized)
struct CitySimulationTests {
  /// `CITIES_SEEDS=100000 swift test -c release -Xswiftc -enable-testing --filter CitySimulation`
  /// looks longer.
  private static let seeds =
    ProcessInfo.processInfo.environment["CITIES_SEEDS"].flatMap(UInt64.init) ?? 400

  @Test("In every order of events there is one whole city or the picker")
  func flat() async throws { try await expectNothing(isSwarm: false) }

  @Test("So it is where few kinds of events meet often")
  func swarm() async throws { try await expectNothing(isSwarm: true) }

  @Test("A start while a city is being kept does not make it current before it is")
  func startWhileKeeping() throws {
    let steps: [CityStep] = [.start(nil), .work(7), .downgrade(choosing: nil)]

    #expect(try CitySearch.run(steps, 10_560).broken == [])
  }

  private func expectNothing(isSwarm: Bool) async throws {
    let search = try await CitySearch(0..<Self.seeds, isSwarm: isSwarm)
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
