import Synchronization

/// An exclusive lock on a directory, which only one object of one process can hold.
///
/// The directory itself is locked instead of a lock file. So the lock also applies to other spellings
/// of the path, and no file remains when the process ends.
final class DirectoryLock: Sendable {
  private struct State: ~Copyable {
    /// The locked directory; `nil` while this object holds no lock.
    var directory: FileDescriptor?
    var isClosed = false

    /// Unlocks the directory explicitly, instead of only closing its descriptor.
    ///
    /// A child process that is forked from this process inherits the descriptor. The child closes it only
    /// when it executes another program. If this process only closed its own descriptor, the directory
    /// would stay locked until then.
    mutating func release() {
      directory?.unlock()
      directory = nil
    }
  }

  /// Whether the ``StorageDirectory`` that owns this object only reads.
  ///
  /// A reader needs no lock. A writer only replaces a file as a whole or appends to it, and a reader
  /// ignores an incomplete append.
  let isReadOnly: Bool
  /// A closure that simulates failures of writes; `nil` except in simulations.
  let fault: WriteFault?
  /// The turn of one thread to finish a step that was interrupted, see ``FolderCommit``.
  let commits = Mutex(())
  private let state = Mutex(State())

  init(isReadOnly: Bool = false, fault: WriteFault? = nil) {
    self.isReadOnly = isReadOnly
    self.fault = fault
  }

  /// Acquires the lock, unless this object holds it already or is read-only.
  ///
  /// Throws if another owner holds the lock, or after `close()`. If locking fails for any other reason,
  /// the call succeeds without a lock. For example, some file systems do not support locks.
  func hold(_ directory: borrowing FileDescriptor) throws(SystemFailure) {
    try state.withLock { state throws(SystemFailure) in
      if state.isClosed { throw SystemFailure(closed: directory.label) }
      guard !isReadOnly, state.directory == nil else { return }
      let copy = try directory.duplicate()
      do throws(SystemFailure) {
        try copy.lock()
      } catch {
        guard !error.isInUse else { throw error }
        return
      }
      state.directory = consume copy
    }
  }

  /// Throws if this object is read-only, or if ``fault`` returns the error code of a simulated failure.
  func requireWriting(_ label: String) throws(SystemFailure) {
    if isReadOnly { throw SystemFailure(readOnly: label) }
    if let code = fault?() { throw SystemFailure(call: "open", file: label, code: code) }
  }

  /// Whether `close()` was called.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Releases the lock until `hold` is called again.
  func suspend() { state.withLock { $0.release() } }

  func close() {
    state.withLock { $0.isClosed = true }
    suspend()
  }

  deinit { suspend() }
}

/// A closure, called before each write, that returns the error code of a simulated failure or `nil`.
typealias WriteFault = @Sendable () -> Int32?
