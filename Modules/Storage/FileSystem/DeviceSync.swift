#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The sync with which a write ends.
///
/// Apple's `fsync` leaves the bytes in the drive's cache, so the two stronger commands of `fcntl` are
/// tried first. Elsewhere `fsync` does what both do.
enum DeviceSync: Sendable {
  /// No sync: the bytes survive a crash of the process, and not a power cut.
  case none
  /// The bytes reach the device before anything that is written later.
  case barrier
  /// The bytes are on the device and survive a power cut.
  case full

  /// The sync of bytes that are added to a file; nothing is written later that would make them last.
  init(ofAddition durability: Folder.Durability) {
    self = durability == .powerCut ? .full : .none
  }

  /// The sync of a new content before it takes the file's name; the sync of the folder follows it.
  init(ofReplacement durability: Folder.Durability) {
    self = durability == .nothing ? .none : .barrier
  }

  /// The reaction to a command that has failed.
  enum Answer {
    case retry, fallBack, fail
  }

  /// Only a file system that does not know the command may do without it: after any other failure the
  /// next sync of the same descriptor would succeed without the bytes.
  static func answer(to code: Int32) -> Answer {
    switch code {
    case EINTR: .retry
    case ENOTSUP, ENOTTY, EINVAL: .fallBack
    default: .fail
    }
  }

  /// Calls a command that returns 0 or an error code.
  ///
  /// - Returns: `false` when the file system does not know the command.
  func isDone(by command: () -> Int32) throws(CallFailure) -> Bool {
    while true {
      let code = command()
      if code == 0 { return true }
      switch Self.answer(to: code) {
      case .retry: continue
      case .fallBack: return false
      case .fail: throw CallFailure(call: "fcntl", code: code)
      }
    }
  }
}
