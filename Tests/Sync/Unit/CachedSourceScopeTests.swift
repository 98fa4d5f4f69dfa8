import Networking
import Storage
import Sync
import SyncTestSupport
import Testing

@Suite("The scopes of a cached source, its gate and its validators")
struct CachedSourceScopeTests {
  let example = CachedSourceExample()

  @Test func `Another scope is shown at once, and nothing of the one before counts any more`()
    async throws
  {
    try await example.store.save(example.snapshot(of: "en", ["pizza": 1]))
    try await example.store.save(example.snapshot(of: "kk", ["пицца": 1]))
    var states = await example.source.states(fetching: .never).makeAsyncIterator()
    #expect(await states.look()?.value == ["pizza": 1])
    await example.source.select("kk")
    let state = await states.look()
    #expect(state?.scope == "kk")
    #expect(state?.value == ["пицца": 1])
    await example.source.select("ru")
    #expect(await states.look()?.data == SourceState.Content.none)
  }

  @Test func `selecting a scope reads the store`() async throws {
    try await example.store.save(example.snapshot(of: "kk", ["пицца": 1]))
    await example.source.select("kk")
    #expect(example.source.state.scope == "kk")
    #expect(example.source.state.value == ["пицца": 1])
  }

  @Test func `selecting the current scope again shows that its snapshot is no longer fresh`()
    async throws
  {
    let snapshot = example.snapshot(["pizza": 1])
    try await example.store.save(snapshot)
    #expect(await example.state()?.data == .value(snapshot, isFresh: true))
    example.now.pass(601)
    await example.source.select("en")
    #expect(example.source.state.data == .value(snapshot, isFresh: false))
  }

  @Test func `An answer for an old scope is called off, not shown and not stored`() async throws {
    try await example.running {
      // A consumer that stays for both scopes: the refresh ends when its scope is left.
      var states = await example.source.states().makeAsyncIterator()
      // The consumer's own request fails first, so the next request belongs to the refresh.
      await example.server.next().give(.failed(.noAnswer(.offline)))
      while let state = await states.look(), state.fetch != .failed(.noAnswer(.offline)) {}
      async let waiting = Result { () async throws(SyncError) in
        try await example.source.refresh()
      }
      let old = await example.server.next()
      await example.source.select("kk")
      let result = await waiting
      #expect(result == .failure(.superseded))
      await old.isCalledOff()
      old.give(.value(["pizza": 1]))

      let new = await example.server.next()
      #expect(new.scope == "kk")
      new.give(.value(["пицца": 1]))
      var shown: [CachedSourceExample.Dishes] = []
      while shown.isEmpty, let state = await states.look() {
        shown += [state.value].compactMap(\.self)
      }
      #expect(shown == [["пицца": 1]])
      let stored = try await example.store.elements()
      #expect(stored.map(\.scope) == ["kk"])
    }
  }

  @Test func `Of more scopes than there is room for, those used longest ago go`() async throws {
    try await example.running {
      for scope in ["en", "ru", "en", "kk"] {
        await example.source.select(scope)
        async let answered = example.source.refresh()
        await example.server.next().give(.value([scope: 1]))
        _ = try await answered
      }
      let stored = try await example.store.elements()
      #expect(Set(stored.map(\.scope)) == ["en", "kk"])
    }
  }

  @Test func `While the gate is closed nothing is asked for; what is wanted is when it opens`()
    async throws
  {
    example.gate.close(for: .offline)
    try await example.store.save(example.snapshot(["pizza": 1], age: 700))
    try await example.running {
      var states = await example.source.states().makeAsyncIterator()
      var state = await states.look()
      while state?.fetch == .idle || state?.fetch == .fetching { state = await states.look() }
      #expect(state?.fetch == .closed([.offline]))
      #expect(state?.value == ["pizza": 1])
      #expect(example.server.count == 0)
      let refreshed = await Result { () async throws(SyncError) in
        try await example.source.refresh()
      }
      #expect(refreshed == .failure(.closed([.offline])))

      example.gate.open(for: .offline)
      await example.server.next().give(.value(["pizza": 2]))
      while state?.value != ["pizza": 2] { state = await states.look() }
    }
  }

  @Test
  func `A server that wants the user to sign in closes the gate, and is asked again when it opens`()
    async throws
  {
    try await example.running {
      async let answered = example.state(.whenStale) { $0.value != nil }
      await example.server.next().give(.closed(.signedOut))
      #expect(await example.state { $0.fetch == .closed([.signedOut]) } != nil)
      #expect(example.gate.reasons == [.signedOut])
      example.gate.open(for: .signedOut)
      await example.server.next().give(.value(["pizza": 1]))
      let answer = await answered
      #expect(answer != nil)
    }
  }

  @Test func `'Not modified' keeps the value and makes it fresh`() async throws {
    try await example.store.save(
      example.snapshot(["pizza": 1], version: 7, age: 700, validator: "W/\"1\""))
    try await example.running {
      async let refreshed = example.source.refresh()
      let request = await example.server.next()
      #expect(request.validator == "W/\"1\"")
      request.give(.notModified(validator: "W/\"1-gzip\""))
      let confirmed = example.snapshot(["pizza": 1], version: 7, validator: "W/\"1-gzip\"")
      let snapshot = try await refreshed
      #expect(snapshot == confirmed)
      #expect(try await example.store.element("en") == confirmed)
    }
  }

  @Test
  func `A strong validator that belongs to nothing stored confirms nothing, and is not sent again`()
    async throws
  {
    let old = example.snapshot(["pizza": 1], age: 700, validator: "\"1\"")
    try await example.store.save(old)
    try await example.running {
      async let failed = Result { () async throws(SyncError) in try await example.source.refresh()
      }
      await example.server.next().give(.notModified(validator: "\"2\""))
      let failure = await failed
      #expect(failure == .failure(.fetch(.status(304))))
      #expect(await example.state()?.snapshot?.time == old.time)

      try await example.expectRefreshWithoutValidator()
    }
  }

  @Test func `A server that was sent no validator cannot confirm anything`() async throws {
    try await example.store.save(example.snapshot(["pizza": 1], age: 700))
    try await example.running {
      async let failed = Result { () async throws(SyncError) in try await example.source.refresh()
      }
      await example.server.next().give(.notModified(validator: "W/\"1\""))
      let failure = await failed
      #expect(failure == .failure(.fetch(.status(304))))
    }
  }

  @Test func `A validator never leaves its scope`() async throws {
    try await example.store.save(example.snapshot(of: "en", ["pizza": 1], validator: "\"1\""))
    try await example.running {
      await example.source.select("kk")
      async let refreshed = example.source.refresh()
      let request = await example.server.next()
      #expect(request.validator == nil)
      request.give(.value([:]))
      _ = try await refreshed
    }
  }

  @Test
  func `Begun again, it asks for what was wanted when it ended; run twice at a time, it asks once`()
    async throws
  {
    let first = await withTaskGroup(of: Void.self) { group in
      group.addTask { await example.source.run() }
      group.addTask { _ = await example.state(.whenStale) { $0.fetch == .failed(.outdated) } }
      let request = await example.server.next()
      await example.source.run()
      group.cancelAll()
      return request
    }
    await first.isCalledOff()
    try await example.running {
      async let shown = example.state(.whenStale) { $0.value != nil }
      await example.server.next().give(.value(["pizza": 1]))
      let state = await shown
      #expect(state?.value == ["pizza": 1])
    }
    #expect(example.server.count == 2)
  }
}
