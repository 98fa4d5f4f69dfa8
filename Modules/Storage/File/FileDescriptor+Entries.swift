#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension FileDescriptor {
  /// The maximum number of nested directories that a removal enters.
  ///
  /// The limit prevents deeply nested directories from using up all file descriptors.
  static var deepestFolder: Int { 16 }

  /// Removes an entry of this directory, and adds the number of freed bytes to `freed`.
  ///
  /// It is no error if the entry is missing. A symbolic link is removed and not followed. A directory
  /// is removed with its contents; `folders` is the maximum number of directory levels, including the
  /// entry. If the removal of a contained entry fails, the other contained entries are removed
  /// nevertheless. The first failure is thrown at the end.
  func removeEntry(_ name: String, folders: Int, freed: inout Int) throws(SystemFailure) {
    var status = stat()
    do throws(SystemFailure) {
      try retrying("fstatat", label) { fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) }
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      if isFolder {
        guard folders > 0 else { throw SystemFailure(call: "unlinkat", file: label, code: EISDIR) }
        try FileDescriptor(name, in: self, .directory)
          .removeContents(folders: folders - 1, freed: &freed)
      }
      try retrying("unlinkat", label) { unlinkat(number, name, isFolder ? AT_REMOVEDIR : 0) }
    } catch {
      // A name that is longer than the file system allows cannot exist.
      if error.code == ENOENT || error.code == ENAMETOOLONG { return }
      throw error
    }
    // If the file has another hard link, removing this entry frees no space.
    if status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1 {
      freed += Int(status.st_blocks) * 512
    }
  }

  /// Removes the contents of this directory as far as possible, then throws the first failure.
  ///
  /// `folders` is the maximum number of directory levels below this directory. The freed space in bytes
  /// is added to `freed`.
  func removeContents(folders: Int, freed: inout Int) throws(SystemFailure) {
    var first: SystemFailure?
    for name in try entryNames() {
      do throws(SystemFailure) {
        try removeEntry(name, folders: folders, freed: &freed)
      } catch {
        first = first ?? error
      }
    }
    if let first { throw first }
  }

  /// Returns the names of the entries.
  func entryNames() throws(SystemFailure) -> [String] {
    // Closing the stream also closes the stream's descriptor. So the stream gets a second descriptor,
    // and the descriptor of this object stays open.
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    let copy = try retrying("openat", label) { openat(number, ".", flags) }
    guard let stream = fdopendir(copy) else {
      let code = errno
      _ = close(copy)
      throw SystemFailure(call: "fdopendir", file: label, code: code)
    }
    defer { _ = closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw SystemFailure(call: "readdir", file: label, code: errno) }
        return names
      }
      // The name is read in place. Copying the whole structure would read too far, because the memory
      // of an entry may end after its name.
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
  }
}
