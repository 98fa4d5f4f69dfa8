import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Keeps a directory to one holder: to one object of one process.
///
/// The lock is on the directory itself, so no other spelling of its path leads around it, and nothing
/// is left behind when the process ends.
final class DirectoryLock: Sendable {
  private enum State: ~Copyable {
    case free
    case held(Descriptor)
    case closed
  }

  private let state = Mutex(State.free)

  /// Takes the lock unless it is held already.
  ///
  /// A file system without locks is no reason not to use it.
  func hold(_ directory: borrowing Descriptor) throws(CallFailure) {
    try state.withLock { state throws(CallFailure) in
      switch state {
      case .held: return
      case .closed: throw CallFailure(call: "flock", code: EWOULDBLOCK)
      case .free: break
      }
      let copy = try directory.duplicate()
      do throws(CallFailure) {
        try copy.lock()
      } catch {
        guard error.code != EWOULDBLOCK else { throw error }
        return
      }
      state = .held(copy)
    }
  }

  func close() {
    state.withLock { state in
      Self.release(state)
      state = .closed
    }
  }

  deinit {
    state.withLock { Self.release($0) }
  }

  /// Not left to the closing: a process that was just forked has the file open too, until it runs
  /// another program.
  private static func release(_ state: borrowing State) {
    switch state {
    case .held(let directory): directory.unlock()
    case .free: break
    case .closed: break
    }
  }
}

extension SystemFailure {
  /// Somebody else holds the directory.
  var isInUse: Bool { call == "flock" && code == EWOULDBLOCK }
}
