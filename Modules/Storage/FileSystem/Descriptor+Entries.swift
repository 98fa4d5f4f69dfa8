#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Descriptor {
  /// Removes an entry of this directory and adds the space that its files occupied to `freed`.
  ///
  /// An absent one is no error, and a symbolic link is removed and not followed. A folder goes
  /// with its contents when it nests no more than `folders` deep; what fails inside stops nothing
  /// else, and the first failure is thrown at the end.
  func removeEntry(
    _ name: UnsafePointer<CChar>, folders: Int, freed: inout Int
  ) throws(CallFailure) {
    var status = stat()
    do throws(CallFailure) {
      _ = try retrying("fstatat") {
        Int(fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW))
      }
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      if isFolder {
        guard folders > 0 else { throw CallFailure(call: "unlinkat", code: EISDIR) }
        try Descriptor(name, in: self, O_RDONLY | O_DIRECTORY)
          .removeContents(folders: folders - 1, freed: &freed)
      }
      _ = try retrying("unlinkat") { Int(unlinkat(number, name, isFolder ? AT_REMOVEDIR : 0)) }
    } catch {
      // What no file system could hold under its name is absent too.
      if error.code == ENOENT || error.code == ENAMETOOLONG { return }
      throw error
    }
    // Under another name the bytes are still there.
    if status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1 {
      freed += Int(status.st_blocks) * 512
    }
  }

  /// Removes what is in a directory as far as possible, then throws the first failure.
  func removeContents(folders: Int, freed: inout Int) throws(CallFailure) {
    var first: CallFailure?
    for name in try entryNames() {
      do throws(CallFailure) {
        try removeEntry(name, folders: folders, freed: &freed)
      } catch {
        first = first ?? error
      }
    }
    if let first { throw first }
  }

  /// The names as the file system has them, which need not be text; each ends with a zero.
  func entryNames() throws(CallFailure) -> [[CChar]] {
    // The stream closes its descriptor, so it has one of its own.
    let copy = try Int32(
      retrying("openat") { Int(openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)) })
    guard let stream = fdopendir(copy) else {
      let code = errno
      _ = close(copy)
      throw CallFailure(call: "fdopendir", code: code)
    }
    defer { _ = closedir(stream) }
    let links = [".", ".."].map { Array($0.utf8CString) }
    var names: [[CChar]] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw CallFailure(call: "readdir", code: errno) }
        return names
      }
      // In place, because an entry ends after its name and must not be copied as a whole type.
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        $0.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
      }
      if !links.contains(name) { names.append(name) }
    }
  }
}
