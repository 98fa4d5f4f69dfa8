#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The method by which written bytes are forced to the device.
///
/// On Apple platforms, `fsync` leaves the bytes in the drive's cache. There, `barrier` and `full` use
/// stronger commands of `fcntl`. If the file system does not support these commands, `fsync` is used.
///
/// On other platforms, both `barrier` and `full` use `fsync`, which forces the bytes to the device.
enum DeviceSync: Sendable {
  /// No sync: after a write, the bytes survive a crash of the process, but not a power cut.
  case none
  /// The bytes reach the device before anything that is written later.
  case barrier
  /// The bytes are on the device and survive a power cut.
  case full

  /// Chooses the sync method for bytes that are appended to a file.
  ///
  /// An append does not use `barrier`. A barrier ensures that new content reaches the device before a
  /// rename, and an append renames no file.
  init(ofAddition durability: DataDirectory.Durability) {
    self = durability == .powerCut ? .full : .none
  }

  /// Chooses the sync method for a temporary file, which is then renamed to its final name.
  ///
  /// A barrier is sufficient even if the file's content has to survive a power cut. In that case, the
  /// directory is fully synced after the rename, and this sync includes the content.
  init(ofReplacement durability: DataDirectory.Durability) {
    self = durability == .nothing ? .none : .barrier
  }

  /// The reaction to a failed sync command.
  enum Answer {
    case retry, fallBack, fail
  }

  /// Returns the reaction to an error code of `F_FULLFSYNC` or `F_BARRIERFSYNC`.
  ///
  /// An interrupted command is repeated. If the file system does not support the command, `fsync` is
  /// used instead. Any other failure is final, because the next sync of the same descriptor could
  /// report success although bytes are lost.
  static func answer(to code: Int32) -> Answer {
    switch code {
    case EINTR: .retry
    case ENOTSUP, ENOTTY, EINVAL: .fallBack
    default: .fail
    }
  }

  /// Calls a command that returns 0 or an error code, and repeats it after an interruption.
  ///
  /// - Returns: `true` after success; `false` if the file system does not support the command.
  /// - Throws: ``SystemFailure`` for any other error code.
  func isDone(_ label: String, by command: () -> Int32) throws(SystemFailure) -> Bool {
    while true {
      let code = command()
      if code == 0 { return true }
      switch Self.answer(to: code) {
      case .retry: continue
      case .fallBack: return false
      case .fail: throw SystemFailure(call: "fcntl", file: label, code: code)
      }
    }
  }
}
