import SyncTestSupport
import Testing

@testable import Cities

struct CitySimulationTests {
  /// The number of worlds of each kind.
  private static let seeds = seedCount("CITIES_SEEDS", otherwise: 40)

  @Test(arguments: [false, true])
  func `In every order of events there is one whole city or the picker`(isSwarm: Bool) async throws
  {
    try await expectKept(in: 0..<Self.seeds) { CityScenario(seed: $0, isSwarm: isSwarm) }
    try await expectSame { CityScenario(seed: $0, isSwarm: isSwarm) }
  }
}
