import Foundation
import SyncTestSupport
import Testing

@Suite("Sessions in simulated worlds")
struct SessionModelTests {
  /// The number of worlds; nightly runs set a larger one.
  private static let seeds =
    ProcessInfo.processInfo.environment["PROFILE_SEEDS"].flatMap { UInt64($0) } ?? 500

  @Test
  func `No user is signed out by mistake, and no change is lost, doubled or sent for another`()
    async throws
  {
    let requests = try await expectKept(in: 0..<Self.seeds, SessionSimulation.world)
    #expect(requests > Int(Self.seeds), "hardly anything was sent")
  }

  @Test func `A world is the same twice`() async throws {
    try await expectSame(in: 0..<max(Self.seeds / 10, 40), SessionSimulation.world)
  }
}
