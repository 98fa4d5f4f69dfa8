import Synchronization

/// What a store knows of its value at one time.
enum Sighting<Value: Sendable>: Sendable {
  case notLoaded
  case loading(MigrationProgress?)
  case loaded(Value?)
  case failed(StorageError)
}

/// Those who want to know what becomes of a store's value.
///
/// Each has one place for the newest sighting, so one that does not look holds up nothing and piles
/// up nothing.
final class Watchers<Value: Sendable>: Sendable {
  private struct State {
    var continuations: [Int: AsyncStream<Sighting<Value>>.Continuation] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  /// Tells everybody, who came first before the others; `sighting` is not asked for when there is nobody.
  func tell(_ sighting: @autoclosure () -> Sighting<Value>) {
    state.withLock { state in
      guard !state.continuations.isEmpty else { return }
      let sighting = sighting()
      let inOrder = state.continuations.sorted { $0.key < $1.key }
      for (_, continuation) in inOrder { continuation.yield(sighting) }
    }
  }

  /// Adds somebody who is first told what is known now.
  func add(now sighting: Sighting<Value>) -> AsyncStream<Sighting<Value>> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Sighting<Value>.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.next += 1
      state.continuations[state.next] = continuation
      return state.next
    }
    continuation.yield(sighting)
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.continuations.removeValue(forKey: id) }
    }
    return stream
  }

  deinit {
    for continuation in state.withLock({ $0.continuations.values.map(\.self) }) {
      continuation.finish()
    }
  }
}
