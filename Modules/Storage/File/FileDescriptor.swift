#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An open file or directory, which is closed at the latest when the value goes out of scope.
package struct FileDescriptor: ~Copyable {
  let number: Int32
  /// The name of the file in errors: that of a repository's file, whatever else an operation accesses.
  package let label: String

  private init(number: Int32, label: String) {
    (self.number, self.label) = (number, label)
  }

  /// Opens a directory by its path.
  package init(directory path: String, for label: String? = nil) throws(SystemFailure) {
    self.label = label ?? path
    number = try retrying("open", self.label) { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  }

  package struct Mode {
    let flags: Int32

    /// Does not wait for the other end of a pipe with the name of a file.
    package static let read = Mode(flags: O_RDONLY | O_NONBLOCK)
    static let write = Mode(flags: O_WRONLY)
    /// Fails if the file exists.
    static let create = Mode(flags: O_WRONLY | O_CREAT | O_EXCL)
    static let directory = Mode(flags: O_RDONLY | O_DIRECTORY)
  }

  /// Opens or creates `name` in `directory`.
  ///
  /// Throws if `name` is a symbolic link, because a link could redirect the access to another file.
  package init(
    _ name: String, in directory: borrowing FileDescriptor, _ mode: Mode
  ) throws(SystemFailure) {
    let (parent, flags) = (directory.number, mode.flags | O_NOFOLLOW | O_CLOEXEC)
    label = directory.label
    // The file is created with mode 0600, so that no other user can read it at any time.
    number = try retrying("openat", label) { openat(parent, name, flags, 0o600) }
  }

  deinit { _ = close(number) }

  /// Returns the identity of a regular file; throws for a directory, a pipe or a device.
  func identity() throws(SystemFailure) -> FileIdentity {
    var status = stat()
    try retrying("fstat", label) { fstat(number, &status) }
    return try identity(status)
  }

  private func identity(_ status: stat) throws(SystemFailure) -> FileIdentity {
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG else {
      throw SystemFailure(
        call: "fstat", file: label, code: kind == S_IFDIR ? EISDIR : EOPNOTSUPP)
    }
    return FileIdentity(number: UInt64(status.st_ino), size: Int(status.st_size))
  }

  /// Returns the identity of a regular file in this directory; `nil` if there is none.
  func identity(of name: String) throws(SystemFailure) -> FileIdentity? {
    var status = stat()
    do throws(SystemFailure) {
      try retrying("fstatat", label) { fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) }
      return try identity(status)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  /// Reads from `offset` until the buffer is full or the file ends, and returns the number of bytes.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemFailure) -> Int
  {
    var filled = 0
    while filled < buffer.count {
      let received = try retrying("pread", label) {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
        return pread(number, rest.baseAddress, rest.count, off_t(offset + filled))
      }
      if received == 0 { break }
      filled += received
    }
    return filled
  }

  /// Writes all bytes at `offset`; continues after a short write.
  func writeAll(_ bytes: [UInt8], at offset: Int = 0) throws(SystemFailure) {
    var written = 0
    while written < bytes.count {
      let count = try retrying("pwrite", label) {
        bytes.withUnsafeBytes { buffer in
          let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
          return pwrite(number, rest.baseAddress, rest.count, off_t(offset + written))
        }
      }
      // Without this check, a write of zero bytes would be repeated forever.
      guard count > 0 else { throw SystemFailure(call: "pwrite", file: label, code: EIO) }
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
  func truncate(to length: Int) throws(SystemFailure) {
    try retrying("ftruncate", label) { ftruncate(number, off_t(length)) }
  }

  /// Creates a hard link to an entry of this directory.
  func link(_ name: String, as second: String) throws(SystemFailure) {
    try retrying("linkat", label) { linkat(number, name, number, second, 0) }
  }

  /// The guarantee of a sync.
  enum Sync {
    /// The bytes and the length of a file survive a power cut; its timestamps may not.
    case addition
    /// The bytes reach the device before anything that is written later.
    ///
    /// If the file is then renamed, and its directory fully synced, the bytes survive a power cut.
    case barrier
    /// The bytes of a file, or the entries of a directory, survive a power cut.
    case full
  }

  /// Forces the bytes of a file, or the entries of a directory, to the device.
  ///
  /// Do not call this method again for the same descriptor after a failure: the kernel may have dropped
  /// the bytes, and would report success for the next sync.
  func sync(_ sync: Sync) throws(SystemFailure) {
    #if canImport(Darwin)
      // `fsync` leaves the bytes in the drive's cache, so it is only used if the file system does not
      // support the stronger commands.
      let command = sync == .barrier ? F_BARRIERFSYNC : F_FULLFSYNC
      do throws(SystemFailure) {
        try retrying("fcntl", label) { fcntl(number, command) }
        return
      } catch {
        guard error.isUnsupported else { throw error }
      }
    #else
      if sync == .addition {
        guard fdatasync(number) < 0 else { return }
        throw SystemFailure(call: "fdatasync", file: label, code: errno)
      }
    #endif
    if fsync(number) < 0 { throw SystemFailure(call: "fsync", file: label, code: errno) }
  }

  /// Returns a second descriptor for the same open file.
  func duplicate() throws(SystemFailure) -> FileDescriptor {
    FileDescriptor(
      number: try retrying("fcntl", label) { fcntl(number, F_DUPFD_CLOEXEC, 0) }, label: label)
  }

  /// Locks the open file until its last descriptor is closed; throws at once if another owner has the
  /// lock.
  func lock() throws(SystemFailure) {
    try retrying("flock", label) { flock(number, LOCK_EX | LOCK_NB) }
  }

  /// Unlocks the open file for all its descriptors.
  func unlock() {
    _ = flock(number, LOCK_UN)
  }

  /// Renames an entry of this directory; an existing entry of the new name is removed.
  func rename(_ name: String, to newName: String) throws(SystemFailure) {
    try retrying("renameat", label) { renameat(number, name, number, newName) }
  }

  /// Removes an entry of this directory; it is no error if there is none.
  func unlink(_ name: String) throws(SystemFailure) {
    do throws(SystemFailure) {
      try retrying("unlinkat", label) { unlinkat(number, name, 0) }
    } catch {
      if !error.isMissing { throw error }
    }
  }
}

/// The identity of a file's content: another size or number means that another owner has written it.
package struct FileIdentity: Sendable, Equatable {
  var number: UInt64
  var size: Int
}

/// Makes a system call, and repeats it after each interruption by a signal.
@discardableResult
func retrying<Result: SignedInteger>(
  _ call: String, _ label: String, _ body: () -> Result
) throws(SystemFailure) -> Result {
  while true {
    let result = body()
    if result >= 0 { return result }
    let code = errno
    if code != EINTR { throw SystemFailure(call: call, file: label, code: code) }
  }
}

extension SystemFailure {
  /// The failure to open a path that does not name a file.
  package init(noFileAt path: String) { self.init(call: "openat", file: path, code: EINVAL) }
  /// The failure to use a directory that was closed.
  init(closed file: String) { self.init(call: "close", file: file, code: EBADF) }
  /// The failure to write to a directory that is only read.
  init(readOnly file: String) { self.init(call: "open", file: file, code: EROFS) }
  /// The failure to use a file that another owner has written since it was last read.
  init(changed file: String) { self.init(call: "fstat", file: file, code: ESTALE) }
  /// The failure to write a log that would be larger than its limit.
  package init(tooLarge file: String) { self.init(call: "limit", file: file, code: EFBIG) }

  /// The message of the system.
  var message: String { String(cString: strerror(code)) }

  /// Whether the file or directory does not exist.
  var isMissing: Bool { code == ENOENT }
  /// Whether a directory has entries, so that it cannot be replaced.
  var isOccupied: Bool { code == ENOTEMPTY || code == EEXIST }
  /// Whether the disk, the quota or the process's limit on file size is exhausted.
  var isDiskFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }
  /// Whether the file system does not support a command of `fcntl`.
  var isUnsupported: Bool { code == ENOTSUP || code == ENOTTY || code == EINVAL }
  /// Whether bytes or entries were written, but may not be on the device.
  var isOfSync: Bool { call == "fsync" || call == "fcntl" }
  /// Whether another owner holds the lock of the directory.
  var isInUse: Bool { call == "flock" && code == EWOULDBLOCK }
  /// Whether the ``StorageDirectory`` of the call has been closed.
  var isOfClosedDirectory: Bool { call == "close" && code == EBADF }
  var isChanged: Bool { code == ESTALE }
  package var isTooLarge: Bool { call == "limit" }
}
