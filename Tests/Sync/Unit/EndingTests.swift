import StorageTestSupport
@testable import Sync
import SyncTestSupport
import Testing

private enum Note: OutboxChange {
  case write(String, Int)

  var lane: Lane {
    switch self {
    case .write(let id, _): Lane("note", id)
    }
  }
}

@Suite("Every call of the engines ends", .serialized)
struct EndingTests {
  private typealias SourceCall = EndingCall<CachedSourceExample, SyncError>
  private typealias OutboxCall = EndingCall<Queue<Note>, SyncError>

  private let example = CachedSourceExample()
  private let gate = Gate()
  private let sent = AsyncStream.makeStream(of: Void.self)

  private let refresh = SourceCall(
    "refresh", cancelled: .failure(.cancelled)
  ) { try await $0.source.refresh() }

  /// All calls of an outbox except `run()`; the first of them enqueues change 1.
  private let calls = [
    OutboxCall("enqueue", cancelled: .failure(.cancelled)) {
      _ = try await $0.enqueue(.write("a", 1))
    },
    OutboxCall("items") { _ = try await $0.items() },
    OutboxCall("states") { for await _ in $0.states() { break } },
    OutboxCall("retry", cancelled: .failure(.cancelled)) { try await $0.retry(1) },
    OutboxCall("replace", cancelled: .failure(.cancelled)) {
      try await $0.replace(1, with: .write("a", 2))
    },
    OutboxCall("discard", cancelled: .failure(.cancelled)) { try await $0.discard(1) },
  ]

  /// Creates an outbox whose server never answers.
  private func makeOutbox() -> Queue<Note> {
    let sent = sent.continuation
    return Queue(gate: gate) { _ in
      sent.yield()
      for await _ in AsyncStream.makeStream(of: Void.self).stream {}
      return .unknown
    }
  }

  @Test func `A source without run says so and sends no request`() async throws {
    #expect(await example.state(.whenStale)?.fetch == .notRunning)
    await example.source.select("ru")
    #expect(await example.state(.always)?.fetch == .notRunning)
    #expect(example.server.count == 0)
  }

  @Test func `A refresh without run sends the request itself`() async throws {
    async let failure = refresh.failure(on: example)
    let request = await example.server.next()
    // The property is read, because a new stream of states would publish the state itself.
    #expect(example.source.state.fetch == .fetching)
    request.give(.value(["pizza": 1]))
    #expect(await failure == nil)
    let state = await example.state()
    #expect(state?.value == ["pizza": 1] && state?.fetch == .notRunning)
  }

  @Test func `A refresh without run ends while the gate is closed`() async throws {
    example.gate.close(for: .offline)
    #expect(await refresh.failure(on: example) == .closed([.offline]))
    #expect(example.server.count == 0)
  }

  @Test func `A request that ends with its caller is sent again by the next one`() async throws {
    let first = Task { await refresh.failure(on: example) }
    _ = await example.server.next()
    async let second = refresh.failure(on: example)
    first.cancel()
    #expect(await first.value == .cancelled)
    await example.server.next().give(.value(["pizza": 1]))
    #expect(await second == nil)
  }

  @Test func `A refresh in a cancelled task says so and sends no request`() async throws {
    try await example.running {
      await refresh.verify(.cancelled, on: example)
      #expect(await example.state()?.fetch == .idle)
    }
    #expect(example.server.count == 0)
  }

  @Test func `A refresh that is cancelled while it waits says so`() async throws {
    try await example.running {
      let failure = await refresh.failureWhenCancelled(on: example) {
        _ = await example.server.next()
      }
      #expect(failure == .cancelled)
    }
  }

  @Test func `A refresh sends the request again when the run that sent it is cancelled`()
    async throws
  {
    let run = Task { await example.source.run() }
    _ = await example.state { $0.fetch != .notRunning }
    async let failure = refresh.failure(on: example)
    _ = await example.server.next()
    run.cancel()
    await run.value
    await example.server.next().give(.value(["pizza": 1]))
    #expect(await failure == nil)
    #expect(await example.state()?.fetch == .notRunning)
  }

  @Test func `A change that is made while the queue does not run says so`() async throws {
    let outbox = makeOutbox()
    for call in calls { await call.verify(.notRunning, on: outbox) }
    _ = try await outbox.enqueue(.write("a", 1))
    _ = try await outbox.enqueue(.write("a", 2))
    #expect(try await outbox.items().map(\.reason) == [.notRunning, .blockedByEarlier(2)])
    gate.close(for: .offline)
    #expect(try await outbox.items().first?.reason == .gateClosed([.offline]))
  }

  @Test func `A cancelled task's calls of a queue change nothing and say so`() async throws {
    let outbox = makeOutbox()
    for call in calls { await call.verify(.cancelled, on: outbox) }
    #expect(try await outbox.items().isEmpty)
  }

  @Test func `The run of a queue ends when it is cancelled, and its changes say so`()
    async throws
  {
    let outbox = makeOutbox()
    for moment in 0..<3 {
      let run = Task { try await outbox.run() }
      if moment == 1 { for await items in outbox.states() where items.isEmpty { break } }
      if moment == 2 {
        _ = try await outbox.enqueue(.write("a", 1))
        for await _ in sent.stream { break }
      }
      run.cancel()
      try await run.value
    }
    #expect(outbox.state.map(\.mayBeApplied) == [true])
    #expect(try await outbox.items().map(\.reason) == [.notRunning])
  }
}
