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

/// The directory with the files of one storage class.
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

  /// Returns the contents of a file; `nil` only when the file does not exist.
  func read(_ file: FileName, limit: Int) throws(SystemFailure) -> Data? {
    do throws(CallFailure) {
      return try open().contents(of: file.text, limit: limit)
    } catch {
      if error.isMissing, !Self.isLinkToNowhere(path) { return nil }
      throw SystemFailure(error, file: file.text)
    }
  }

  /// Returns the versions of a repository's existing files in ascending sequence.
  func versions(of file: FileName) throws(SystemFailure) -> [Int] {
    do throws(CallFailure) {
      return try open().entryNames()
        .compactMap { name in
          file.version(
            of: String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
        }.sorted()
    } catch {
      if error.isMissing, !Self.isLinkToNowhere(path) { return [] }
      throw SystemFailure(error, file: file.text)
    }
  }

  /// Replaces the contents of a file atomically: a reader sees either all old or all new contents.
  ///
  /// The new contents are written and synced under a temporary name before the rename. If the method
  /// throws, the file has its old contents.
  func replace(_ file: FileName, with bytes: Data) throws(SystemFailure) {
    do throws(CallFailure) {
      try make()
      let folder = try openForWriting()
      // A crash may have left a temporary file, or there may be a link with the same name. Neither must
      // prevent the replacement.
      try folder.unlink(file.temporary)
      do throws(CallFailure) {
        let content = try FileDescriptor(file.temporary, in: folder, O_WRONLY | O_CREAT | O_EXCL)
        if durability == .powerCut { content.keepReadableWhenLocked() }
        try content.writeAll(bytes)
        try content.syncContent(DeviceSync(ofReplacement: durability))
        try content.closeChecked()
        try folder.rename(file.temporary, to: file.text)
      } catch {
        // A remaining temporary file is harmless. The error to report is the one that prevented the
        // replacement.
        do { try folder.unlink(file.temporary) } catch {}
        throw error
      }
    } catch {
      throw SystemFailure(error, file: file.text)
    }
  }

  /// Appends `bytes` at `offset`, the known end of the file.
  ///
  /// Bytes after `offset` belong to an interrupted write, and are removed first. If the write or the
  /// sync fails, the file is truncated to `offset` again, as far as the system allows.
  func append(_ bytes: Data, to file: FileName, at offset: Int) throws(SystemFailure) {
    do throws(CallFailure) {
      let content = try FileDescriptor(file.text, in: openForWriting(), O_WRONLY)
      let size = try content.sizeOfRegularFile()
      guard size >= offset else { throw CallFailure(call: "fstat", code: EIO) }
      if size > offset { try content.truncate(to: offset) }
      do throws(CallFailure) {
        try content.writeAll(bytes, at: offset)
        try content.syncAddition(DeviceSync(ofAddition: durability))
      } catch {
        // The bytes are removed even after a failed sync: a later read must not find bytes whose write
        // was reported as failed.
        do { try content.truncate(to: offset) } catch {}
        throw error
      }
    } catch {
      throw SystemFailure(error, file: file.text)
    }
  }

  /// Preserves the bytes of the file by a hard link with the name ``FileName/quarantine``.
  ///
  /// An earlier file of that name is removed.
  func keepCopy(_ file: FileName) throws(SystemFailure) {
    do throws(CallFailure) {
      let folder = try openForWriting()
      try folder.unlink(file.quarantine)
      try folder.link(file.text, as: file.quarantine)
    } catch {
      throw SystemFailure(error, file: file.text)
    }
  }

  /// Removes the file and any temporary file that a crash left; it is no error if the file is missing.
  func remove(_ file: FileName) throws(SystemFailure) {
    do throws(CallFailure) {
      let folder = try openForWriting()
      // The file is removed last, because the file must still exist if this method throws.
      try folder.unlink(file.temporary)
      try folder.unlink(file.text)
    } catch {
      if !error.isMissing { throw SystemFailure(error, file: file.text) }
    }
  }

  /// Renames a damaged file to ``FileName/quarantine``; an earlier file of that name is removed.
  func setAside(_ file: FileName) throws(SystemFailure) {
    do {
      let folder = try openForWriting()
      try folder.rename(file.text, to: file.quarantine)
      // If both names are links to the same file, as after `keepCopy(_:)`, the rename does nothing. So
      // the first name is removed here.
      try folder.unlink(file.text)
    } catch {
      throw SystemFailure(error, file: file.text)
    }
  }

  /// Syncs the directory to the device after a file was replaced or removed, if writes have to survive
  /// a power cut.
  func sync() throws(SystemFailure) {
    guard durability == .powerCut else { return }
    do {
      try openForWriting().syncEntries()
    } catch {
      if !error.isMissing { throw SystemFailure(error, file: path) }
    }
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

  private func open() throws(CallFailure) -> FileDescriptor {
    let folder = try FileDescriptor(directory: path)
    try lock.hold(folder)
    return folder
  }

  private func openForWriting() throws(CallFailure) -> FileDescriptor {
    try lock.requireWriting()
    return try open()
  }

  /// Creates the directory and its missing parents.
  private func make() throws(CallFailure) {
    try lock.requireWriting()
    var missing = [path]
    while let next = missing.last, mkdir(next, 0o700) < 0 {
      if errno == EEXIST {
        missing.removeLast()
        break
      }
      guard errno == ENOENT, let slash = next.lastIndex(of: "/"), slash != next.startIndex else {
        throw CallFailure(call: "mkdir", code: errno)
      }
      missing.append(String(next[..<slash]))
    }
    for directory in missing.reversed() where mkdir(directory, 0o700) < 0 {
      guard errno == EEXIST else { throw CallFailure(call: "mkdir", code: errno) }
    }
    do throws(CallFailure) {
      // A power cut removes a new directory unless its parent directory is synced.
      for directory in missing {
        try FileDescriptor(directory: Self.parent(of: directory)).syncEntries()
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

  private static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }
}
