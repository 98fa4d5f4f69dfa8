extension StorageDirectory {
  /// Closes this directory and removes all its files, including those of its subdirectories.
  ///
  /// Call `erase()` when no feature uses the directory any more.
  ///
  /// The directory is first renamed, and its files are then removed. So after a crash, the directory
  /// has either all its files or none. Renamed files that a crash leaves are never read, and the next
  /// call removes them.
  ///
  /// - Throws: ``StorageError/inUse(_:)`` if another process or ``StorageDirectory`` uses the directory;
  ///   otherwise ``StorageError/notWritable(_:)`` or ``StorageError/notDurable(_:)``. After an error,
  ///   call the method again later.
  public func erase() async throws(StorageError) {
    do throws(SystemFailure) {
      try requireWriting()
      close()
      if let memory { return memory.removeAll(below: path) }
      try Self.removeDirectory(path)
    } catch {
      throw Self.error(error)
    }
  }

  /// Renames a subdirectory in one step, unless there is data under the new name.
  ///
  /// Neither directory may be in use. After a crash the data has either the old or the new name, and
  /// the call can be repeated.
  ///
  /// - Returns: `true` if the subdirectory was renamed, or if none had the old name. `false` if there
  ///   is data under both names; the call has then changed nothing.
  /// - Throws: ``StorageError/inUse(_:)``, ``StorageError/notWritable(_:)`` or
  ///   ``StorageError/notDurable(_:)``. After an error, call the method again later.
  public func moveSubdirectory(
    _ name: String, to newName: String
  ) async throws(StorageError) -> Bool {
    let (path, newPath) = (path(of: name), path(of: newName))
    if let memory { return memory.move(path, to: newPath) }
    do throws(SystemFailure) {
      try requireWriting()
      return try Self.moveDirectory(path, to: newPath)
    } catch {
      throw Self.error(error)
    }
  }

  /// Returns the path of a subdirectory.
  ///
  /// Every byte of the name that is not a lower-case ASCII letter, a digit or a dash is replaced by an
  /// underscore and two hexadecimal digits.
  func path(of name: String) -> String {
    let encoded = name.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"):
        String(UnicodeScalar(byte))
      default: "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    // An empty name would refer to the folder that contains all subdirectories.
    return "\(path)/directories/\(encoded.isEmpty ? "_" : encoded.joined())"
  }

  private static func error(_ failure: SystemFailure) -> StorageError {
    if let error = StorageError(locking: failure) { return error }
    return failure.call == "fsync" ? .notDurable(failure) : .notWritable(failure)
  }

  // MARK: Files

  /// The suffix of a directory that is being removed.
  private static var erased: String { ".erased" }

  private static func removeDirectory(_ path: String) throws(SystemFailure) {
    let (parent, name) = split(path)
    guard let folder = try opened(parent, for: path) else { return }
    var freed = 0
    // An earlier removal may have been interrupted after the rename, and left the renamed directory.
    try folder.removeEntry(name + erased, folders: FileDescriptor.deepestFolder, freed: &freed)
    guard let directory = try opened(path, for: path) else { return }
    // The lock is held until the directory has been renamed, so that no other owner starts to use it.
    try directory.lock()
    defer { directory.unlock() }
    try folder.rename(name, to: name + erased)
    try folder.sync(.full)
    try folder.removeEntry(name + erased, folders: FileDescriptor.deepestFolder, freed: &freed)
  }

  private static func moveDirectory(
    _ path: String, to newPath: String
  ) throws(SystemFailure) -> Bool {
    guard let directory = try opened(path, for: path) else { return true }
    let (parent, name) = split(path)
    guard let folder = try opened(parent, for: path) else { return true }
    try directory.lock()
    defer { directory.unlock() }
    do throws(SystemFailure) {
      // If there is an empty directory at `newPath`, the rename replaces it. If that directory has
      // entries, the rename fails.
      try folder.rename(name, to: split(newPath).name)
    } catch {
      guard error.isOccupied else { throw error }
      // A directory without entries has no data to move.
      return try directory.entryNames().isEmpty
    }
    try folder.sync(.full)
    return true
  }

  /// Opens a directory; returns `nil` if it does not exist.
  private static func opened(
    _ path: String, for label: String
  ) throws(SystemFailure) -> FileDescriptor? {
    do throws(SystemFailure) {
      return try FileDescriptor(directory: path, for: label)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  private static func split(_ path: String) -> (parent: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let parent = path[..<slash]
    return (parent.isEmpty ? "/" : String(parent), String(path[path.index(after: slash)...]))
  }
}
