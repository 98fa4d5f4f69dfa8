import NetworkingTestSupport
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

/// Every call of a queue ends, whose server never answers.
@Suite struct EndingTests {
  private typealias Call = EndingCall<Queue<Edit>, SyncError>

  private let gate = Gate()
  private let sent = AsyncStream.makeStream(of: Void.self)
  private let queue: Queue<Edit>

  /// All calls except `run()`; the first of them enqueues change 1.
  private let calls = [
    Call("enqueue", cancelled: .failure(.cancelled)) { try await $0.enqueue(.set("a", 1)) },
    Call("items") { _ = try await $0.items() },
    Call("states") { for await _ in $0.states() { break } },
    Call("retry", cancelled: .failure(.cancelled)) { try await $0.retry(1) },
    Call("replace", cancelled: .failure(.cancelled)) {
      try await $0.replace(1, with: .set("a", 2))
    },
    Call("discard", cancelled: .failure(.cancelled)) { try await $0.discard(1) },
    Call("refresh", cancelled: .failure(.cancelled)) { try await $0.refresh() },
  ]

  init() {
    let sent = sent.continuation
    queue = Queue(
      in: FeatureEnvironment(transport: NoServer(), city: SettledCity(.almaty, gate: gate))
    ) { _ in
      sent.yield()
      for await _ in AsyncStream.makeStream(of: Void.self).stream {}
      return .unknown
    }
  }

  @Test func `A change that is made while the queue does not run says so`() async throws {
    for call in calls { await call.verify(.notRunning, on: queue) }
    try await queue.enqueue(.create("a"))
    try await queue.enqueue(.set("a", 2))
    #expect(try await queue.items().map(\.reason) == [.notRunning, .blockedByEarlier(2)])
    gate.close(for: .offline)
    #expect(try await queue.items().first?.reason == .gateClosed([.offline]))
  }

  @Test func `The calls of a canceled task change nothing and say so`() async throws {
    for call in calls { await call.verify(.cancelled, on: queue) }
    #expect(try await queue.items().isEmpty)
  }

  @Test func `The run of a queue ends when it is canceled, and its changes say so`()
    async throws
  {
    for moment in 0..<3 {
      let run = Task { try await queue.run() }
      if moment == 1 { for await items in queue.states() where items.isEmpty { break } }
      if moment == 2 {
        try await queue.enqueue(.order)
        for await _ in sent.stream { break }
      }
      run.cancel()
      try await run.value
    }
    #expect(queue.state.map(\.mayBeApplied) == [true])
    #expect(try await queue.items().map(\.reason) == [.notRunning])
  }

  @Test func `A run, its consumers and its calls end when they are canceled during an event`()
    async throws
  {
    let queue = Queue<Edit>(
      in: FeatureEnvironment(transport: NoServer(), city: SettledCity(.almaty, gate: gate))
    ) { _ in .applied(ServerUpdate()) }
    for round in 0..<2_000 {
      let app = Task {
        await withTaskGroup { group in
          for _ in 0..<4 {
            group.addTask { for await _ in queue.states() {} }
            group.addTask { do { try await queue.refresh() } catch {} }
          }
          do { try await queue.run() } catch {}
        }
      }
      async let events: Void = {
        for _ in 0..<20 {
          gate.close(for: .offline)
          gate.open(for: .offline)
        }
      }()
      for _ in 0..<(round % 8) { await Task.yield() }
      app.cancel()
      await app.value
      await events
    }
  }
}
