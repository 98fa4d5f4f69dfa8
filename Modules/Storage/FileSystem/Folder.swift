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

/// The folder that the files of one data class are in.
struct Folder: Sendable {
  let path: String
  let durability: Durability
  /// The folder whose content may be given up to make room for this one's.
  let spare: String?
  unowned let lock: DirectoryLock

  /// What a write has survived when it returns.
  enum Durability: Sendable {
    case nothing, crash, powerCut
  }

  /// Reads a whole file; only a file that does not exist is `nil`.
  func read(_ file: FileName, limit: Int) throws(SystemFailure) -> Data? {
    do throws(CallFailure) {
      let folder = try open()
      // Non-blocking, so that a pipe by this name cannot hold us up.
      let content = try Descriptor(file.text, in: folder, O_RDONLY | O_NONBLOCK)
      let size = try content.sizeOfRegularFile()
      guard size <= limit else { throw CallFailure(call: "fstat", code: EFBIG) }
      return try content.readAll(upTo: size)
    } catch {
      if error.code == ENOENT, !Self.isLinkToNowhere(path) { return nil }
      throw SystemFailure(error, file: file.text)
    }
  }

  /// The versions of a repository that there are files of, in rising order.
  func versions(of file: FileName) throws(SystemFailure) -> [Int] {
    do throws(CallFailure) {
      return try open().entryNames()
        .compactMap { name in
          file.version(
            of: String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
        }.sorted()
    } catch {
      if error.code == ENOENT, !Self.isLinkToNowhere(path) { return [] }
      throw SystemFailure(error, file: file.text)
    }
  }

  /// Puts `bytes` in the place of the file: whoever looks, at any time, sees all old or all new.
  ///
  /// The new content is complete and synced under a temporary name before it takes the file's
  /// name. When this throws, the file has its old content.
  func replace(_ file: FileName, with bytes: Data) throws(SystemFailure) {
    do throws(CallFailure) {
      try make()
      let folder = try open()
      // A leftover of a crash, or a link planted there, must not stand in the way.
      try folder.unlink(file.temporary)
      do throws(CallFailure) {
        let content = try Descriptor(file.temporary, in: folder, O_WRONLY | O_CREAT | O_EXCL)
        if durability == .powerCut { content.keepReadableWhenLocked() }
        try content.writeAll(bytes)
        try content.syncContent(DeviceSync(ofReplacement: durability))
        try content.closeChecked()
        try folder.rename(file.temporary, to: file.text)
      } catch {
        // A leftover would do no harm; what is reported is why there was no replacement.
        do { try folder.unlink(file.temporary) } catch {}
        throw error
      }
    } catch {
      throw SystemFailure(error, file: file.text)
    }
  }

  /// Adds `bytes` at `offset`, where the file is known to end.
  ///
  /// What lies behind is a write that was cut off. When this throws, the file ends there again, as
  /// far as the system lets it.
  func append(_ bytes: Data, to file: FileName, at offset: Int) throws(SystemFailure) {
    do throws(CallFailure) {
      let content = try Descriptor(file.text, in: open(), O_WRONLY)
      let size = try content.sizeOfRegularFile()
      guard size >= offset else { throw CallFailure(call: "fstat", code: EIO) }
      if size > offset { try content.truncate(to: offset) }
      do throws(CallFailure) {
        try content.writeAll(bytes, at: offset)
        try content.syncAddition(DeviceSync(ofAddition: durability))
      } catch {
        // Also after a failed sync: what has been refused must not be found later.
        do { try content.truncate(to: offset) } catch {}
        throw error
      }
    } catch {
      throw SystemFailure(error, file: file.text)
    }
  }

  /// Gives a file the name of its quarantine too, in place of one set aside before.
  func keepCopy(_ file: FileName) throws(SystemFailure) {
    do throws(CallFailure) {
      let folder = try open()
      try folder.unlink(file.quarantine)
      try folder.link(file.text, as: file.quarantine)
    } catch {
      throw SystemFailure(error, file: file.text)
    }
  }

  /// Removes the file and what a crash may have left beside it; an absent one is no error.
  func remove(_ file: FileName) throws(SystemFailure) {
    do throws(CallFailure) {
      let folder = try open()
      // The file is the last to go: it must be there when this throws.
      try folder.unlink(file.temporary)
      try folder.unlink(file.text)
    } catch {
      if error.code != ENOENT { throw SystemFailure(error, file: file.text) }
    }
  }

  /// Moves a damaged file out of the way, in place of one set aside before, and keeps its bytes.
  func setAside(_ file: FileName) throws(SystemFailure) {
    do {
      try open().rename(file.text, to: file.quarantine)
    } catch {
      throw SystemFailure(error, file: file.text)
    }
  }

  /// Makes sure that the last replacement or removal survives a power cut, where that is promised.
  func sync() throws(SystemFailure) {
    guard durability == .powerCut else { return }
    do {
      try open().syncEntries()
    } catch {
      if error.code != ENOENT { throw SystemFailure(error, file: path) }
    }
  }

  /// One spelling per directory, and none that follows a link at its end.
  static func path(of url: URL) -> String {
    var path = url.path(percentEncoded: false)
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// Whether a folder is a link whose target is missing now, as a volume that is not mounted: then it
  /// is unknown what is in it.
  static func isLinkToNowhere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
      && access(path, F_OK) < 0
  }

  /// Gives up what is in the spare folder, and says whether that was anything.
  func makeRoom() -> Bool {
    guard let spare else { return false }
    var freed = 0
    // What cannot be removed makes no room; the write that asked for it reports why it failed.
    do { try Descriptor(directory: spare).removeContents(folders: 0, freed: &freed) } catch {}
    return freed > 0
  }

  private func open() throws(CallFailure) -> Descriptor {
    let folder = try Descriptor(directory: path)
    try lock.hold(folder)
    return folder
  }

  /// Makes the folder and those above it, as far as they are missing.
  private func make() throws(CallFailure) {
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
      // A new directory is an entry of the one above, and is lost with it.
      for directory in missing {
        try Descriptor(directory: Self.parent(of: directory)).syncEntries()
      }
    } catch {
      // Else the next write would find them made and take them for durable.
      for directory in missing { _ = rmdir(directory) }
      throw error
    }
    if durability == .nothing, !missing.isEmpty { excludeFromBackup() }
  }

  /// Leaves all that is in the folder out of the user's backups, where the platform makes any.
  private func excludeFromBackup() {
    #if canImport(Darwin)
      var url = URL(filePath: path, directoryHint: .isDirectory)
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      // A larger backup is no reason not to store the value.
      do { try url.setResourceValues(values) } catch {}
    #endif
  }

  private static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }
}
