import Synchronization

/// The state of a ``FoodApp`` and its observers; any task can change the state.
///
/// An app that composes the features in another way than ``FoodApp`` can copy this type. Therefore the
/// type uses only public types. The similar type `ObservedState` of the module Storage is not public.
final class AppStates: Sendable {
  private struct Content {
    var state = FoodAppState()
    var observers: [AsyncStream<FoodAppState>.Continuation] = []
  }

  private let content = Mutex(Content())

  var state: FoodAppState { content.withLock { $0.state } }

  /// Changes the state, and yields it to all observers in the order of the changes.
  func update(_ change: (inout FoodAppState) -> Void) {
    content.withLock { content in
      change(&content.state)
      // Terminated observers are removed here instead of in `onTermination`. A stream holds its own lock
      // while it terminates. Taking the lock of `content` in `onTermination` could therefore deadlock.
      content.observers.removeAll { observer in
        if case .terminated = observer.yield(content.state) { true } else { false }
      }
    }
  }

  func states() -> AsyncStream<FoodAppState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: FoodAppState.self, bufferingPolicy: .bufferingNewest(1))
    content.withLock { content in
      continuation.yield(content.state)
      content.observers.append(continuation)
    }
    return stream
  }
}
