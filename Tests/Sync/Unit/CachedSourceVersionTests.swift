import Foundation
import Storage
import Sync
import SyncTestSupport
import Testing

@Suite("The versions of a cached source")
struct CachedSourceVersionTests {
  typealias Dishes = [String: Int]

  let example = CachedSourceExample()

  /// Refreshes once with this answer of the server.
  private func refresh(
    _ answer: SourceOutcome<Dishes>, _ example: CachedSourceExample
  ) async -> Result<Dishes, SyncError> {
    async let refreshed = Result { () async throws(SyncError) in
      try await example.source.refresh().value
    }
    await example.server.next().give(answer)
    return await refreshed
  }

  @Test func `a lagging replica's answer is not used, and the refresh says so`() async throws {
    let newest = example.snapshot(["pizza": 2], version: 2, age: 3_600)
    try await example.store.save(newest)
    try await example.running {
      let result = await refresh(.value(["pizza": 1], version: 1), example)
      #expect(result == .failure(.fetch(.outdated)))
      #expect(await example.state()?.fetch == .failed(.outdated))
      #expect(await example.state()?.snapshot == newest)
      let stored = try await example.store.element("en")
      #expect(stored == newest)
    }
  }

  @Test
  func `a version that was too high once is replaced after the longest lag, also by a new process`()
    async throws
  {
    try await example.running {
      _ = await refresh(.value(["pizza": 9], version: 1_000_000), example)
      example.now.pass(1_800)
      let early = await refresh(.value(["pizza": 1], version: 5), example)
      #expect(early.failure != nil)
    }
    // A rejected answer does not confirm the stored version.
    example.now.pass(1_801)
    let restarted = CachedSourceExample(example.store)
    restarted.now.pass(3_601)
    try await restarted.running {
      #expect(await refresh(.value(["pizza": 1], version: 5), restarted) == .success(["pizza": 1]))
      #expect(await refresh(.value(["pizza": 2], version: 6), restarted) == .success(["pizza": 2]))
      let stored = try await restarted.store.element("en")
      #expect(stored?.version == 6)
    }
  }

  @Test
  func `a server that was restored from a backup is followed after the longest lag`() async throws {
    try await example.running {
      for version in 40...50 {
        _ = await refresh(.value(["pizza": version], version: version), example)
      }
      for version in 41...43 {
        example.now.pass(1_200)
        let refused = await refresh(.value(["pasta": version], version: version), example)
        #expect(refused.failure != nil)
      }
      example.now.pass(1)
      for version in 43...52 {
        let result = await refresh(.value(["pasta": version], version: version), example)
        #expect(result == .success(["pasta": version]))
      }
    }
  }

  @Test func `a lagging replica that answers every other request never takes the source back`()
    async throws
  {
    try await example.running {
      for round in 0..<20 {
        let current: SourceOutcome<Dishes> =
          round.isMultiple(of: 2)
          ? .value(["pizza": 2], validator: "\"2\"", version: 2) : .notModified(validator: "\"2\"")
        #expect(await refresh(current, example) == .success(["pizza": 2]))
        example.now.pass(3_000)
        _ = await refresh(.value(["pizza": 1], validator: "\"1\"", version: 1), example)
        #expect(await example.state()?.value == ["pizza": 2])
      }
    }
  }

  @Test func `a clock that was wrong by years pins no version`() async throws {
    try await example.store.save(example.snapshot(["pizza": 2], version: 2, age: -90_000_000))
    try await example.running {
      #expect(await refresh(.value(["pizza": 1], version: 1), example) == .success(["pizza": 1]))
    }
  }
}
