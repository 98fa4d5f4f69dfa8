import Foundation
import SyncTestSupport
import Testing

@testable import Cities

@Suite("One city or the picker, in a simulation", .serialized)
struct CitySimulationTests {
  /// The number of worlds of each kind.
  private static let seeds = seedCount("CITIES_SEEDS", otherwise: 40)

  @Test func `In every order of events there is one whole city or the picker`() async throws {
    try await expectWhole(isSwarm: false)
  }

  @Test func `So it is where few kinds of events meet often`() async throws {
    try await expectWhole(isSwarm: true)
  }

  private func expectWhole(isSwarm: Bool) async throws {
    try await expectKept(in: 0..<Self.seeds) { CityScenario(seed: $0, isSwarm: isSwarm) }
    try await expectSame { CityScenario(seed: $0, isSwarm: isSwarm) }
  }
}
