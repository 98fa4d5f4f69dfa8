import Synchronization

/// A value that is made when it is first asked for, and once; who asks meanwhile waits.
final class Later<Value: Sendable>: Sendable {
  private enum State {
    case pending(@Sendable () -> Value)
    case made(Value)
  }

  private let state: Mutex<State>

  init(_ make: @escaping @Sendable () -> Value) {
    state = Mutex(.pending(make))
  }

  var value: Value {
    state.withLock { state in
      switch state {
      case .made(let value): return value
      case .pending(let make):
        let value = make()
        state = .made(value)
        return value
      }
    }
  }
}
