import Storage
@testable import Sync
import SyncTestSupport
import Testing

@Suite struct OptimisticFeatureTests {
  @Test func `every call of a feature is a call of its store`() async {
    let failure = StorageError.inUse("queue")
    let feature = Feature(
      store: Queue(
        journal: OutboxJournal(UnreadableJournal(failure: failure)), gate: Gate(),
        send: { _ in .applied }))
    let calls: [@Sendable () async throws -> Void] = [
      { try await feature.run() }, { try await feature.refresh() },
      { try await feature.retry(1) }, { try await feature.discard(1) },
    ]
    for call in calls {
      await #expect(throws: SyncError.storage(failure)) { try await call() }
    }
    #expect(feature.state == [])
  }

  @Test func `a model expects a lag of one minute and repeats without a fetch by default`() {
    let model = QueueModel<Edit> { _ in .applied }
    #expect(model.replicaLag == .seconds(60))
    #expect(!model.fetchesBeforeRepeating)
  }
}

private struct Feature: OptimisticFeature {
  let store: Queue<Edit>
}

/// A journal whose file cannot be read.
private struct UnreadableJournal: OutboxStore {
  let failure: StorageError

  func entries() async throws(StorageError) -> [OutboxEntry] { throw failure }

  func write(_ saved: [OutboxEntry], removing removed: Set<Int>) async -> WriteStatus {
    .failed(failure)
  }
}
