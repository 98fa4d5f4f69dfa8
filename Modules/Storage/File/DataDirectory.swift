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

/// File/: bytes under a name, replaced as a whole or appended to, in an order that survives a crash.
///
/// The type is the directory with the files of one storage class.
struct DataDirectory: Sendable {
  let path: String
  let durability: Durability
  /// The directory whose contents may be removed to free disk space for the files in this directory.
  ///
  /// `nil` if nothing may be removed.
  let spare: String?
  unowned let lock: DirectoryLock

  /// The event that a completed write has to survive.
  enum Durability: Sendable {
    case nothing, crash, powerCut
  }

  /// Returns the names of the entries; none when the directory does not exist.
  ///
  /// `file` is the name that an error contains.
  func names(for file: String) throws(SystemFailure) -> [String] {
    do throws(SystemFailure) {
      return try open(file).entryNames()
    } catch {
      if isAbsent(error) { return [] }
      throw error
    }
  }

  /// Opens a file for reading; returns `nil` only when the file does not exist.
  func reader(_ name: String) throws(SystemFailure) -> FileReader? {
    do throws(SystemFailure) {
      return try FileReader(FileDescriptor(name, in: open(name), .read))
    } catch {
      if isAbsent(error) { return nil }
      throw error
    }
  }

  /// Appends `bytes` at `end`, the end of the last complete append.
  ///
  /// Bytes after `end` belong to an interrupted append, and are removed first. If the write or the sync
  /// fails, the file is truncated to `end` again, as far as the system allows.
  ///
  /// - Throws: ``SystemFailure``, with ``SystemFailure/isChanged`` if the file is not `expected`.
  func append(
    _ bytes: [UInt8], to name: String, at end: Int, expecting expected: FileIdentity
  ) throws(SystemFailure) {
    let content: FileDescriptor
    do throws(SystemFailure) {
      content = try FileDescriptor(name, in: try openForWriting(name), .write)
    } catch {
      throw error.isMissing ? SystemFailure(changed: name) : error
    }
    let found = try content.identity()
    guard found == expected else { throw SystemFailure(changed: name) }
    if found.size > end { try content.truncate(to: end) }
    do throws(SystemFailure) {
      try content.writeAll(bytes, at: end)
      if durability == .powerCut { try content.sync(.addition) }
    } catch {
      // The bytes are removed even after a failed sync: a later read must not find bytes whose write
      // was reported as failed.
      do { try content.truncate(to: end) } catch {}
      throw error
    }
  }

  /// Begins a new version of a file, which ``Replacement/commit(head:)`` renames to `name`.
  ///
  /// Creates the directory if it does not exist.
  func replacement(of name: String) throws(SystemFailure) -> Replacement {
    do throws(SystemFailure) {
      return try Replacement(of: name, in: self, openForWriting(name))
    } catch {
      guard error.isMissing else { throw error }
      try make(name)
      return try Replacement(of: name, in: self, openForWriting(name))
    }
  }

  /// Preserves the bytes of a damaged file under a second name, and returns this name.
  ///
  /// The names are tried in the order of ``FileName/quarantines(of:)``. Preserved bytes are never
  /// replaced, except under the last name. If the same file was preserved already, `isNew` is `false`.
  func preserve(_ name: String) throws(SystemFailure) -> (name: String, isNew: Bool) {
    let folder = try openForWriting(name)
    let number = try FileDescriptor(name, in: folder, .read).identity().number
    let names = FileName.quarantines(of: name)
    for copy in names {
      do throws(SystemFailure) {
        let found = try FileDescriptor(copy, in: folder, .read).identity()
        if found.number == number { return (copy, false) }
      } catch {
        if !error.isMissing { continue }
        try folder.link(name, as: copy)
        return (copy, true)
      }
    }
    let last = names[names.count - 1]
    try folder.unlink(last)
    try folder.link(name, as: last)
    return (last, true)
  }

  /// Removes files in this sequence, each with the temporary file that a crash may have left.
  ///
  /// It is no error if a file is missing.
  func remove(_ names: [String]) throws(SystemFailure) {
    for name in names {
      do throws(SystemFailure) {
        let folder = try openForWriting(name)
        try folder.unlink(FileName.temporary(of: name))
        try folder.unlink(name)
      } catch {
        if !error.isMissing { throw error }
      }
    }
  }

  /// Renames a file; a file of the new name is removed.
  func rename(_ name: String, to newName: String) throws(SystemFailure) {
    try openForWriting(name).rename(name, to: newName)
  }

  /// Syncs the directory to the device after files were renamed or removed, if writes have to survive a
  /// power cut.
  func sync() throws(SystemFailure) {
    guard durability == .powerCut else { return }
    do throws(SystemFailure) {
      try openForWriting(path).sync(.full)
    } catch {
      if !error.isMissing { throw error }
    }
  }

  /// Whether an error means that nothing is stored, because the file or the directory does not exist.
  private func isAbsent(_ error: SystemFailure) -> Bool {
    error.isMissing && !Self.isLinkToNowhere(path)
  }

  /// Returns the path of a URL without slashes at its end.
  ///
  /// So a directory has the same path whether or not its URL ends with a slash. ``isLinkToNowhere(_:)``
  /// needs a path without a slash at its end, because such a slash would make `lstat` follow a symbolic
  /// link instead of examining it.
  static func path(of url: URL) -> String {
    var path = url.path(percentEncoded: false)
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// Whether a path is a symbolic link whose target is missing.
  ///
  /// For example, the target is on a volume that is not mounted. The contents of the directory are then
  /// unknown, and must not count as absent.
  static func isLinkToNowhere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
      && access(path, F_OK) < 0
  }

  /// Removes the files in the directory ``spare``, and returns whether that freed any space.
  func makeRoom() -> Bool {
    guard let spare else { return false }
    var freed = 0
    // If a file cannot be removed, the caller's write fails and reports its own error.
    do { try FileDescriptor(directory: spare).removeContents(folders: 0, freed: &freed) } catch {}
    return freed > 0
  }

  /// Opens the directory and locks it; `file` is the name that an error contains.
  private func open(_ file: String) throws(SystemFailure) -> FileDescriptor {
    let folder = try FileDescriptor(directory: path, for: file)
    try lock.hold(folder)
    return folder
  }

  private func openForWriting(_ file: String) throws(SystemFailure) -> FileDescriptor {
    try lock.requireWriting(file)
    return try open(file)
  }

  /// Creates the directory and its missing parents.
  private func make(_ file: String) throws(SystemFailure) {
    try lock.requireWriting(file)
    var missing = [path]
    while let next = missing.last, mkdir(next, 0o700) < 0 {
      if errno == EEXIST {
        missing.removeLast()
        break
      }
      guard errno == ENOENT, let slash = next.lastIndex(of: "/"), slash != next.startIndex else {
        throw SystemFailure(call: "mkdir", file: file, code: errno)
      }
      missing.append(String(next[..<slash]))
    }
    for directory in missing.reversed() where mkdir(directory, 0o700) < 0 {
      guard errno == EEXIST else { throw SystemFailure(call: "mkdir", file: file, code: errno) }
    }
    do throws(SystemFailure) {
      // A power cut removes a new directory unless its parent directory is synced.
      for directory in missing {
        try FileDescriptor(directory: Self.parent(of: directory), for: file).sync(.full)
      }
    } catch {
      // After a failed sync, the new directories are removed. Otherwise the next write would find them,
      // and assume that they survive a power cut.
      for directory in missing { _ = rmdir(directory) }
      throw error
    }
    if durability == .nothing, !missing.isEmpty { excludeFromBackup() }
  }

  /// Excludes the directory from the user's backups, on Apple platforms.
  private func excludeFromBackup() {
    #if canImport(Darwin)
      var url = URL(filePath: path, directoryHint: .isDirectory)
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      // A failure is ignored, because it only makes the backup larger.
      do { try url.setResourceValues(values) } catch {}
    #endif
  }

  static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }
}
