import Foundation
import SyncTestSupport
import Testing

@testable import Orders

struct OrderModelTests {
  /// The number of worlds of each kind.
  private static let seeds = seedCount("ORDERS_SEEDS", otherwise: 20)

  @Test func `No order is lost, doubled or goes back`() async throws {
    try await expectKept(in: 0..<Self.seeds, sending: 1, OrderSimulation.world)
  }

  @Test func `A world is the same twice`() async throws {
    try await expectSame(in: 0..<5, OrderSimulation.world)
  }

  @Test(
    arguments: [
      ("events, and announced changes", FreshnessSimulation.Conditions(), 100),
      ("events, replicas lag 8 s", .init(lag: 8), 95),
      ("half of the events lost", .init(events: 50), 100),
      ("no events", .init(events: 0), 100),
      ("no events, replicas lag 8 s", .init(events: 0, lag: 8), 85),
      ("events alone", .init(announces: false), 100),
      ("neither", .init(events: 0, announces: false), 0),
    ] as [(String, FreshnessSimulation.Conditions, Int)])
  func `An order of an hour costs at most forty requests, and its changes are shown`(
    _ name: String, _ conditions: FreshnessSimulation.Conditions, _ percentInTime: Int
  ) async throws {
    var requests: [Int] = []
    var delays: [Int] = []
    for seed in 0..<max(Self.seeds / 25, 4) {
      await Task.yield()
      let world = FreshnessSimulation(seed: seed, conditions)
      try world.play()
      requests.append(world.requests)
      delays += world.delays
      #expect(world.delays.count == 5, "\(name), \(seed): \(world.delays)")
    }
    let inTime = delays.count { $0 <= 15 } * 100 / max(delays.count, 1)
    let sorted = delays.sorted()
    print(
      "\(name): \(requests.reduce(0, +) / requests.count) requests per order (at most "
        + "\(requests.max() ?? 0)), \(inTime) % of the changes within 15 s, median "
        + "\(sorted[sorted.count / 2]) s, last \(sorted.last ?? 0) s")
    #expect(requests.allSatisfy { $0 <= 40 }, "\(name): \(requests.max() ?? 0)")
    #expect(inTime >= percentInTime, "\(name): \(inTime) %")
  }
}
