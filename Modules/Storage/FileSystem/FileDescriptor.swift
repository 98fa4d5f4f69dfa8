#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An open file or directory, which is closed at the latest when the value goes out of scope.
struct FileDescriptor: ~Copyable {
  let number: Int32

  private init(number: Int32) {
    self.number = number
  }

  /// Opens a directory by its path.
  init(directory path: String) throws(CallFailure) {
    number = try Int32(retrying("open") { Int(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) })
  }

  /// Opens or creates `name` in `directory`.
  ///
  /// Throws if `name` is a symbolic link, because a link could redirect the access to another file.
  init(
    _ name: UnsafePointer<CChar>, in directory: borrowing FileDescriptor, _ flags: Int32
  ) throws(CallFailure) {
    let parent = directory.number
    // The file is created with mode 0600, so that no other user can read it at any time.
    number = try Int32(
      retrying("openat") { Int(openat(parent, name, flags | O_NOFOLLOW | O_CLOEXEC, 0o600)) })
  }

  deinit {
    _ = close(number)
  }

  /// Closes the descriptor.
  ///
  /// - Throws: The failure of closing. The system may report the failure of an earlier write here.
  consuming func closeChecked() throws(CallFailure) {
    let result = close(number)
    let code = errno
    discard self
    // After EINTR the descriptor is closed; closing it again could close another file.
    if result < 0, code != EINTR { throw CallFailure(call: "close", code: code) }
  }

  /// Returns the size of a regular file; throws for a directory, a pipe or a device.
  func sizeOfRegularFile() throws(CallFailure) -> Int {
    var status = stat()
    _ = try retrying("fstat") { Int(fstat(number, &status)) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Int(status.st_size)
    case S_IFDIR: throw CallFailure(call: "fstat", code: EISDIR)
    default: throw CallFailure(call: "fstat", code: EOPNOTSUPP)
    }
  }

  /// Returns the contents of a regular file of this directory; throws if it has more than `limit`
  /// bytes.
  func contents(of name: String, limit: Int) throws(CallFailure) -> Data {
    // The file is opened as non-blocking, so that a pipe with this name cannot block the caller.
    let content = try FileDescriptor(name, in: self, O_RDONLY | O_NONBLOCK)
    let size = try content.sizeOfRegularFile()
    guard size <= limit else { throw CallFailure(call: "fstat", code: EFBIG) }
    return try content.readAll(upTo: size)
  }

  /// Reads from the start, up to `count` bytes or the end of the file.
  private func readAll(upTo count: Int) throws(CallFailure) -> Data {
    var bytes = Data(count: count)
    var filled = 0
    while filled < count {
      let received = try retrying("read") {
        bytes.withUnsafeMutableBytes { buffer in
          let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
          return read(number, rest.baseAddress, rest.count)
        }
      }
      if received == 0 { break }
      filled += received
    }
    return bytes.prefix(filled)
  }

  /// Writes all of `data` at `offset`; continues after a short write.
  func writeAll(_ data: Data, at offset: Int = 0) throws(CallFailure) {
    var written = 0
    while written < data.count {
      let count = try retrying("pwrite") {
        data.withUnsafeBytes { buffer in
          let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
          return pwrite(number, rest.baseAddress, rest.count, off_t(offset + written))
        }
      }
      // Without this check, a write of zero bytes would be repeated forever.
      guard count > 0 else { throw CallFailure(call: "pwrite", code: EIO) }
      written += count
    }
  }

  /// Makes the file readable while the device is locked.
  ///
  /// Between a start of the device and its first unlock, the file remains unreadable. The call has an
  /// effect only on volumes with data protection. A failure is ignored; the file then has the
  /// protection of its directory.
  func keepReadableWhenLocked() {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      // 3 stands for protection class C, which makes the file readable after the device's first unlock.
      _ = fcntl(number, F_SETPROTECTIONCLASS, 3)
    #endif
  }

  /// Truncates the file to a length.
  func truncate(to length: Int) throws(CallFailure) {
    _ = try retrying("ftruncate") { Int(ftruncate(number, off_t(length))) }
  }

  /// Creates a hard link to an entry of this directory.
  func link(_ name: String, as second: String) throws(CallFailure) {
    _ = try retrying("linkat") { Int(linkat(number, name, number, second, 0)) }
  }

  /// Syncs appended bytes and the new length of the file, but not its timestamps.
  func syncAddition(_ sync: DeviceSync) throws(CallFailure) {
    #if canImport(Darwin)
      try syncContent(sync)
    #else
      guard sync != .none else { return }
      if fdatasync(number) < 0 { throw CallFailure(call: "fdatasync", code: errno) }
    #endif
  }

  /// Syncs the bytes of the file.
  ///
  /// Do not call this method again for the same descriptor after a failure: the kernel may have dropped
  /// the bytes, and would report success for the next sync.
  func syncContent(_ sync: DeviceSync) throws(CallFailure) {
    guard sync != .none else { return }
    #if canImport(Darwin)
      let command = sync == .full ? F_FULLFSYNC : F_BARRIERFSYNC
      if try sync.isDone(by: { fcntl(number, command) < 0 ? errno : 0 }) { return }
    #endif
    if fsync(number) < 0 { throw CallFailure(call: "fsync", code: errno) }
  }

  /// Syncs the entries of this directory to the device.
  ///
  /// Bytes that were synced earlier with ``DeviceSync/barrier`` are then on the device, too.
  func syncEntries() throws(CallFailure) {
    try syncContent(.full)
  }

  /// Returns a second descriptor for the same open file.
  func duplicate() throws(CallFailure) -> FileDescriptor {
    try FileDescriptor(
      number: Int32(retrying("fcntl") { Int(fcntl(number, F_DUPFD_CLOEXEC, 0)) }))
  }

  /// Locks the open file until its last descriptor is closed; throws at once if another owner has the
  /// lock.
  func lock() throws(CallFailure) {
    _ = try retrying("flock") { Int(flock(number, LOCK_EX | LOCK_NB)) }
  }

  /// Unlocks the open file for all its descriptors.
  func unlock() {
    _ = flock(number, LOCK_UN)
  }

  /// Renames an entry of this directory; an existing entry of the new name is removed.
  func rename(_ name: String, to newName: String) throws(CallFailure) {
    _ = try retrying("renameat") { Int(renameat(number, name, number, newName)) }
  }

  /// Removes an entry of this directory; it is no error if there is none.
  func unlink(_ name: String) throws(CallFailure) {
    do {
      _ = try retrying("unlinkat") { Int(unlinkat(number, name, 0)) }
    } catch {
      if !error.isMissing { throw error }
    }
  }
}

/// A failed system call, without the file that it accessed.
struct CallFailure: Error {
  let call: String
  let code: Int32

  /// Whether the file or directory does not exist.
  var isMissing: Bool { code == ENOENT }
}

/// Makes a system call, and repeats it after each interruption by a signal.
func retrying(_ call: String, _ body: () -> Int) throws(CallFailure) -> Int {
  while true {
    let result = body()
    if result >= 0 { return result }
    let code = errno
    if code != EINTR { throw CallFailure(call: call, code: code) }
  }
}

extension SystemFailure {
  init(_ failure: CallFailure, file: String) {
    self.init(call: failure.call, file: file, code: failure.code)
  }

  /// The failure to open a path that does not name a file.
  init(noFileAt path: String) {
    self.init(call: "openat", file: path, code: EINVAL)
  }

  /// Whether the disk, the quota or the process's limit on file size is exhausted.
  var isDiskFull: Bool {
    code == ENOSPC || code == EDQUOT || code == EFBIG
  }

  /// Whether a file is larger than the limit for reading.
  var isTooLarge: Bool {
    code == EFBIG
  }
}
