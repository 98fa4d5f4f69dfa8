import Networking
import Storage
import Sync
import SyncTestSupport
import Synchronization
import Testing

@Suite("Reading a cached source")
struct CachedSourceReadingTests {
  let example = CachedSourceExample()

  @Test func `A stored value is shown before the network answers, with its age`() async throws {
    let old = example.snapshot(["pizza": 1], age: 700)
    try await example.store.save(old)
    try await example.running {
      // A single consumer: if the only consumer left, the source would cancel the request.
      var states = await example.source.states().makeAsyncIterator()
      #expect(await states.look()?.data == .value(old, isFresh: false))

      await example.server.next().give(.value(["pizza": 2]))
      var state = await states.look()
      while let seen = state, seen.fetch != .idle || seen.value == old.value {
        state = await states.look()
      }
      #expect(state?.data == .value(example.snapshot(["pizza": 2]), isFresh: true))
    }
  }

  @Test func `A reader that comes before there is anything is told so, and told when there is`()
    async throws
  {
    var states = await example.source.states().makeAsyncIterator()
    #expect(await states.look()?.data == SourceState.Content.none)
    try await example.running {
      await example.server.next().give(.value([:]))
      var state = await states.look()
      while state?.fetch == .fetching { state = await states.look() }
      #expect(state?.value == [:])
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `a hundred readers and refreshes share the first request and at most one more`(
    seed: UInt64
  ) {
    let executor = SimulationExecutor(seed: seed)
    let answers = Answers()
    let example = example
    let run = Task(executorPreference: executor) { await example.source.run() }
    while executor.step() {}
    for _ in 0..<50 {
      Task(executorPreference: executor) {
        let state = await example.state(.whenStale) { $0.value != nil }
        answers.add(state?.value)
      }
      Task(executorPreference: executor) {
        let value = try await example.source.refresh().value
        answers.add(value)
      }
    }
    while executor.step() {}
    #expect(example.server.count == 1)
    // Refreshes called after the first request was sent wait for the next request.
    for _ in 0..<2 where answers.all.count < 100 {
      Task(executorPreference: executor) { await example.server.next().give(.value(["pizza": 1])) }
      while executor.step() {}
    }
    #expect(answers.all == Array(repeating: ["pizza": 1], count: 100))
    #expect(example.server.count <= 2)
    run.cancel()
    while executor.step() {}
  }

  @Test
  func `A reader that leaves does not stop the others, and the last one calls the request off`()
    async throws
  {
    try await example.running {
      let request = await withTaskGroup(of: Void.self) { group in
        group.addTask { _ = await example.state(.whenStale) { $0.value != nil } }
        let request = await example.server.next()
        await withTaskGroup(of: Void.self) { others in
          others.addTask { _ = await example.state(.whenStale) { $0.value != nil } }
          others.cancelAll()
        }
        #expect(await example.state()?.fetch == .fetching)
        group.cancelAll()
        return request
      }
      await request.isCalledOff()
      #expect(await example.state { $0.fetch == .idle } != nil)
    }
  }

  @Test func `A fresh value is fetched only on demand`() async throws {
    try await example.store.save(example.snapshot(["pizza": 1]))
    try await example.running {
      #expect(await example.state(.whenStale)?.fetch == .idle)
      #expect(example.server.count == 0)

      async let newer = example.state(.always) { $0.value == ["pizza": 2] }
      await example.server.next().give(.value(["pizza": 2]))
      let state = await newer
      #expect(state != nil)
    }
  }

  @Test
  func `A reader that wants no network asks for nothing, however old the value`() async throws {
    try await example.store.save(example.snapshot(["pizza": 1], age: 80_000))
    try await example.running {
      let state = await example.state(.never)
      #expect(state?.value == ["pizza": 1])
      #expect(state?.fetch == .idle)
      example.gate.close(for: .offline)
      example.gate.open(for: .offline)
      #expect(await example.state(.never)?.fetch == .idle)
      #expect(example.server.count == 0)
    }
  }

  @Test(arguments: [(600.0, true), (601.0, false)])
  func `a snapshot is fresh up to the maximum age of fresh ones`(
    age: Double, isFresh: Bool
  ) async throws {
    let snapshot = example.snapshot(["pizza": 1], age: age)
    try await example.store.save(snapshot)
    #expect(await example.state()?.data == .value(snapshot, isFresh: isFresh))
  }

  @Test func `a new consumer learns that the snapshot is no longer fresh`() async throws {
    let snapshot = example.snapshot(["pizza": 1])
    try await example.store.save(snapshot)
    #expect(await example.state()?.data == .value(snapshot, isFresh: true))
    example.now.pass(601)
    #expect(await example.state()?.data == .value(snapshot, isFresh: false))
  }

  @Test(arguments: [(86_400.0, true), (86_401.0, false)])
  func `a stored snapshot is shown up to the maximum age of usable ones`(
    age: Double, isShown: Bool
  ) async throws {
    try await example.store.save(example.snapshot(["pizza": 1], age: age))
    #expect(await example.state()?.value == (isShown ? ["pizza": 1] : nil))
  }

  @Test func `A value that is too old to be used is not shown`() async throws {
    try await example.store.save(example.snapshot(["pizza": 1], age: 90_000, validator: "1"))
    try await example.running {
      #expect(await example.state()?.data == SourceState.Content.none)
      try await example.expectRefreshWithoutValidator()
    }
  }

  @Test func `A clock that was set back makes a value old, and takes none away`() async throws {
    try await example.store.save(example.snapshot(["pizza": 1], age: -90_000))
    let state = await example.state()
    #expect(state?.value == ["pizza": 1])
    #expect(state?.data != .value(example.snapshot(["pizza": 1], age: -90_000), isFresh: true))
  }

  @Test
  func `A failure keeps the value, is no loop, and is tried again by the next reader`() async throws
  {
    try await example.store.save(example.snapshot(["pizza": 1], age: 700))
    try await example.running {
      async let failed = example.state(.whenStale) { $0.fetch == .failed(.status(503)) }
      await example.server.next().give(.failed(.status(503)))
      let failure = await failed
      #expect(failure?.value == ["pizza": 1])
      #expect(example.server.count == 1)

      async let answered = example.state(.whenStale) { $0.value == ["pizza": 2] }
      await example.server.next().give(.value(["pizza": 2]))
      let answer = await answered
      #expect(answer?.fetch == .idle)
    }
  }

  @Test func `A refresh says why there is nothing newer`() async throws {
    try await example.running {
      async let failed = Result { () async throws(SyncError) in try await example.source.refresh()
      }
      await example.server.next().give(.failed(.status(503)))
      let failure = await failed
      #expect(failure == .failure(.fetch(.status(503))))
    }
  }
}

private final class Answers: Sendable {
  private let values = Mutex<[[String: Int]?]>([])
  var all: [[String: Int]?] { values.withLock { $0 } }
  func add(_ value: [String: Int]?) { values.withLock { $0.append(value) } }
}

extension Result {
  /// The error; `nil` after a success.
  var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
