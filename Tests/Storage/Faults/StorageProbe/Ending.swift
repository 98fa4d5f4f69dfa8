import Storage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The result of a command: a line for the scripts, and the exit code.
///
/// | code | first word | meaning |
/// | --- | --- | --- |
/// | 0 | `VALUE`, `LIST`, `DONE` | read; written, and acknowledged as stored |
/// | 3 | `ABSENT` | there is no value |
/// | 4 | `UNAVAILABLE` | the file cannot be read now |
/// | 5 | `CORRUPT` | the file was damaged, and has been set aside |
/// | 6 | `NEWER` | a newer release wrote the file |
/// | 7 | `DISKFULL` | not written, because the disk is full |
/// | 8 | `NOTWRITABLE` | not written, for another reason |
/// | 9 | `NOTDURABLE` | written, but a power cut may undo it |
/// | 10 | `ERROR` | any other error |
/// | 11 | `MIXED` | a value was read that was never written: a broken guarantee |
/// | 12 | `INUSE` | another process uses the directory |
/// | 64 | | the probe has no such command |
///
/// The probe prints one line for each command. Its exit code is that of the first failed command.
struct Ending {
  let code: Int32
  let line: String

  static func done(_ line: String) -> Ending { Ending(code: 0, line: line) }
  static let absent = Ending(code: 3, line: "ABSENT")
  static let usage = Ending(code: 64, line: StorageProbe.usage)
  static func mixed(_ line: String) -> Ending { Ending(code: 11, line: "MIXED \(line)") }

}

extension Ending {
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
    case .closed(let name): self.init(code: 12, line: "CLOSED \(name)")
    default: self.init(code: 10, line: "ERROR \(error)")
    }
  }
}

/// Ends the process at once, and discards the pending writes.
func leave(_ code: Int32) -> Never {
  _exit(code)
}

func removeFile(_ path: String) { unlink(path) }

extension WriteStatus {
  /// Prints the reason for a pending write, before a flush retries it.
  func sayIfPending() {
    if case .failed(let failure) = self { say("PENDING \(Ending(failure).line)") }
  }
}

/// Prints a line in one call, so that a visible line is complete.
func say(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}

/// Performs numbered saves until the process is killed, and acknowledges each.
func saveForever(
  after number: Int, _ save: (_ number: Int) async throws(StorageError) -> Void
) async throws(StorageError) -> Ending {
  var number = number
  while true {
    number += 1
    try await save(number)
    say("ACK \(number)")
  }
}
