import Storage
import Sync
import SyncTestSupport
import Testing

/// The screen's view of the data, independent of storage and network.
private protocol DishList: Sendable {
  /// Returns a stream of the sorted dishes: the first value and each different one.
  func lists() async -> AsyncStream<[String]>
}

/// A source behind the screen's existing protocol.
private struct SourceDishList: DishList {
  let source: CachedSource<String, [String: Int]>

  func lists() async -> AsyncStream<[String]> {
    let states = await source.states()
    let (lists, list) = AsyncStream.makeStream(of: [String].self)
    var shown: [String: Int]?
    for await state in states {
      if let value = state.value, value != shown { list.yield(value.keys.sorted()) }
      shown = state.value
      if state.fetch == .idle { break }
    }
    list.finish()
    return lists
  }
}

@Suite("A facade over a cached source")
struct CachedSourceFacadeTests {
  let example = CachedSourceExample()

  @Test func `A screen that knows a protocol only gets what is stored, then what the network has`()
    async throws
  {
    try await example.store.save(example.snapshot(["pizza": 1], age: 700))
    let screen: any DishList = SourceDishList(source: example.source)
    try await example.running {
      async let lists = screen.lists()
      await example.server.next().give(.value(["pasta": 1, "pizza": 1]))
      var seen: [[String]] = []
      for await list in await lists { seen.append(list) }
      #expect(seen.last == ["pasta", "pizza"])
    }
  }

  @Test
  func `Reading the store and asking the network are two calls that can be made side by side`()
    async throws
  {
    try await example.store.save(example.snapshot(["pizza": 1]))
    try await example.running {
      async let asked = example.source.refresh()
      #expect(await example.state(.never)?.value == ["pizza": 1])
      await example.server.next().give(.value(["pizza": 2]))
      let snapshot = try await asked
      #expect(snapshot.value == ["pizza": 2])
    }
  }

  @Test func `One request brings every screen up to date, from what is stored`() async throws {
    try await example.running {
      async let list = example.state(.never) { $0.value != nil }
      async let details = example.state(.never) { $0.value?["pizza"] != nil }
      async let asked = example.source.refresh()
      await example.server.next().give(.value(["pizza": 1]))
      let snapshot = try await asked
      let shownList = await list
      #expect(shownList?.snapshot == snapshot)
      let shownDetails = await details
      #expect(shownDetails?.snapshot == snapshot)
      #expect(try await example.store.element("en") == snapshot)
    }
  }

  @Test func `Progress is shown beside the value and never in its place`() async throws {
    try await example.store.save(example.snapshot(["pizza": 1], age: 700))
    try await example.running {
      let state = await example.state(.whenStale) { $0.fetch == .fetching }
      #expect(state?.value == ["pizza": 1])
    }
  }
}
