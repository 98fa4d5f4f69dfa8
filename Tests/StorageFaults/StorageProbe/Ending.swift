import Storage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How a command ended: a line for the scripts, and the exit code they tell it by.
///
/// | code | first word | meaning |
/// | --- | --- | --- |
/// | 0 | `VALUE`, `LIST`, `DONE` | read; written, and acknowledged as kept |
/// | 3 | `ABSENT` | there is no value |
/// | 4 | `UNAVAILABLE` | it cannot be read now |
/// | 5 | `CORRUPT` | it was damaged, and has been set aside |
/// | 6 | `NEWER` | a newer release wrote it |
/// | 7 | `DISKFULL` | not written, no room |
/// | 8 | `NOTWRITABLE` | not written, another reason |
/// | 9 | `NOTDURABLE` | written, and a power cut may undo it |
/// | 10 | `ERROR` | any other error |
/// | 11 | `MIXED` | a value was read that was never written: a broken promise |
/// | 12 | `INUSE` | another process has the directory |
/// | 64 | | the command is not one of the probe's |
///
/// One line is said for each command; the exit code is that of the first one that failed.
struct Ending {
  let code: Int32
  let line: String

  static func done(_ line: String) -> Ending { Ending(code: 0, line: line) }
  static let absent = Ending(code: 3, line: "ABSENT")
  static let usage = Ending(code: 64, line: StorageProbe.usage)
  static func mixed(_ line: String) -> Ending { Ending(code: 11, line: "MIXED \(line)") }

  init(code: Int32, line: String) {
    self.code = code
    self.line = line
  }

  init(_ error: StorageError) {
    switch error {
    case .unavailable(let failure): self.init(code: 4, line: "UNAVAILABLE \(failure)")
    case .corrupt(_, let damage, let quarantine):
      self.init(code: 5, line: "CORRUPT \(damage), set aside as \(quarantine)")
    case .newer(_, let version): self.init(code: 6, line: "NEWER \(version)")
    case .diskFull(let failure): self.init(code: 7, line: "DISKFULL \(failure)")
    case .notWritable(let failure): self.init(code: 8, line: "NOTWRITABLE \(failure)")
    case .notDurable(let failure): self.init(code: 9, line: "NOTDURABLE \(failure)")
    case .inUse(let name): self.init(code: 12, line: "INUSE \(name)")
    default: self.init(code: 10, line: "ERROR \(error)")
    }
  }

}

/// Ends the process, and with it what was not written by now.
func leave(_ code: Int32) -> Never {
  _exit(code)
}

extension Persistence {
  /// Says why memory is ahead of the file before a flush tries again.
  func sayIfPending() {
    if case .pending(let failure) = self { say("PENDING \(Ending(failure).line)") }
  }
}

/// Writes a line in one call, so that a line which was seen was said as a whole.
func say(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}
