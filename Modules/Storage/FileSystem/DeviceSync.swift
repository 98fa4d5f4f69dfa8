#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a write waits for before it has ended.
///
/// Apple's `fsync` leaves the bytes in the drive's cache. Its two commands for more are asked for first;
/// elsewhere `fsync` does what both do.
enum DeviceSync: Sendable {
  /// Nothing: a crash of the process takes nothing from the system.
  case none
  /// The bytes reach the device before anything that is written later.
  case barrier
  /// The bytes are on the device, and a power cut takes nothing.
  case full

  /// The sync of bytes that are added to a file; nothing is written later that would make them last.
  init(ofAddition durability: Folder.Durability) {
    self = durability == .powerCut ? .full : .none
  }

  /// The sync of a new content before it takes the file's name; the sync of the folder follows it.
  init(ofReplacement durability: Folder.Durability) {
    self = durability == .nothing ? .none : .barrier
  }

  /// What follows a command that has failed.
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

  /// Gives a command, which returns 0 or the code of its failure, and returns whether it was obeyed;
  /// `false` is for a file system that does not know it.
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
