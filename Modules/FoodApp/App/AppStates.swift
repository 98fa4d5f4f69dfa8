import Synchronization

/// The state of an app, which any task changes, and its observers.
///
/// The module Sync has a similar type, but it is not public. So an app that is composed differently needs
/// one of its own.
final class AppStates: Sendable {
  private struct Content {
    var state = FoodAppState()
    var observers: [AsyncStream<FoodAppState>.Continuation] = []
  }

  private let content = Mutex(Content())

  var state: FoodAppState { content.withLock { $0.state } }

  /// Changes the state, and yields it to all observers in the sequence of the changes.
  func update(_ change: (inout FoodAppState) -> Void) {
    content.withLock { content in
      change(&content.state)
      // Terminated observers are removed here and not in `onTermination`: a stream holds its own lock
      // while it terminates, so taking this lock there could deadlock.
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
