import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An exclusive lock on a directory, which only one object of one process can hold.
///
/// The directory itself is locked instead of a lock file. So the lock also applies to other spellings
/// of the path, and no file remains when the process ends.
final class DirectoryLock: Sendable {
  private enum State: ~Copyable {
    case free
    case held(FileDescriptor)
    case closed
  }

  /// Whether the ``StorageDirectory`` that owns this object only reads.
  ///
  /// A reader needs no lock. A writer only replaces a file as a whole or appends to it, and a reader
  /// ignores an incomplete append.
  let isReadOnly: Bool
  /// A closure that simulates failures of writes; `nil` except in simulations.
  let fault: WriteFault?
  private let state = Mutex(State.free)

  init(isReadOnly: Bool = false, fault: WriteFault? = nil) {
    self.isReadOnly = isReadOnly
    self.fault = fault
  }

  /// Acquires the lock, unless this object holds it already or is read-only.
  ///
  /// Throws if another owner holds the lock, or after `close()`. If locking fails for any other reason,
  /// the call succeeds without a lock. For example, some file systems do not support locks.
  func hold(_ directory: borrowing FileDescriptor) throws(CallFailure) {
    try state.withLock { state throws(CallFailure) in
      switch state {
      case .held: return
      case .closed: throw CallFailure(call: "close", code: EBADF)
      case .free: break
      }
      guard !isReadOnly else { return }
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

  /// Throws if this object is read-only, or if ``fault`` returns the error code of a simulated failure.
  func requireWriting() throws(CallFailure) {
    if isReadOnly { throw CallFailure(call: "open", code: EROFS) }
    if let code = fault?() { throw CallFailure(call: "open", code: code) }
  }

  /// Releases the lock until `hold` is called again.
  func suspend() {
    state.withLock { state in
      switch state {
      case .held: break
      case .free: return
      case .closed: return
      }
      Self.release(state)
      state = .free
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

  /// Unlocks the directory explicitly, instead of only closing its descriptor.
  ///
  /// A child process that is forked from this process inherits the descriptor. The child closes it only
  /// when it executes another program. If this process only closed its own descriptor, the directory
  /// would stay locked until then.
  private static func release(_ state: borrowing State) {
    switch state {
    case .held(let directory): directory.unlock()
    case .free: break
    case .closed: break
    }
  }
}

/// A closure, called before each write, that returns the error code of a simulated failure or `nil`.
typealias WriteFault = @Sendable () -> Int32?

extension SystemFailure {
  /// Whether another owner holds the lock of the directory.
  var isInUse: Bool { call == "flock" && code == EWOULDBLOCK }

  /// Whether the ``StorageDirectory`` of the call has been closed.
  var isOfClosedDirectory: Bool { call == "close" && code == EBADF }
}
