extension StorageDirectory {
  /// Closes this directory and removes all its files, including those of its subdirectories.
  ///
  /// Call `erase()` when no feature uses the directory any more.
  ///
  /// The directory is first renamed, and its files are then removed. So after a crash, the directory
  /// has either all its files or none. Renamed files that a crash leaves are never read, and the next
  /// call removes them.
  ///
  /// ```swift
  /// try await directory.subdirectory("42").erase()
  /// ```
  ///
  /// - Throws: ``StorageError/inUse(_:)`` if another process or ``StorageDirectory`` uses the directory;
  ///   otherwise ``StorageError/notWritable(_:)`` or ``StorageError/notDurable(_:)``. After an error,
  ///   call the method again later.
  public func erase() async throws(StorageError) {
    do throws(SystemFailure) {
      try lock.requireWriting(path)
      close()
      if let memory { return memory.removeAll(below: path) }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      let parent = try FileDescriptor(directory: DataDirectory.parent(of: path), for: path)
      try Self.removeErased(name, in: parent)
      try Self.rename(name, to: name + Self.erased, in: parent)
      try Self.removeErased(name, in: parent)
    } catch {
      if !error.isMissing { throw Self.error(error) }
    }
  }

  /// Renames a subdirectory in one step, unless there is data under the new name.
  ///
  /// Neither directory may be in use. After a crash the data has either the old or the new name, and
  /// the call can be repeated.
  ///
  /// ```swift
  /// let isMoved = try await directory.moveSubdirectory("guest", to: "42")
  /// if !isMoved { try await merge(directory.subdirectory("guest")) }
  /// ```
  ///
  /// - Returns: `true` if the subdirectory was renamed, or if none had the old name. `false` if there
  ///   is data under both names; the call has then changed nothing.
  /// - Throws: ``StorageError/inUse(_:)``, ``StorageError/notWritable(_:)`` or
  ///   ``StorageError/notDurable(_:)``. After an error, call the method again later.
  public func moveSubdirectory(
    _ name: String, to newName: String
  ) async throws(StorageError) -> Bool {
    if let memory { return memory.move(path(of: name), to: path(of: newName)) }
    let (name, newName) = (Self.entry(name), Self.entry(newName))
    do throws(SystemFailure) {
      try lock.requireWriting(path)
      let parent = try FileDescriptor(directory: subdirectories, for: "\(subdirectories)/\(name)")
      do throws(SystemFailure) {
        // An empty directory of the new name is replaced; one with entries lets the rename fail.
        try Self.rename(name, to: newName, in: parent)
      } catch {
        guard error.isOccupied else { throw error }
        // A directory without entries has no data to move.
        return try FileDescriptor(name, in: parent, .directory).entryNames().isEmpty
      }
    } catch {
      if !error.isMissing { throw Self.error(error) }
    }
    return true
  }

  /// Returns whether no file is in this directory or in one of its subdirectories.
  ///
  /// A subdirectory without files counts as a file once it is on the disk.
  ///
  /// ```swift
  /// let guest = directory.subdirectory("guest")
  /// if try await !guest.isEmpty() { try await merge(guest) }
  /// ```
  ///
  /// - Throws: ``StorageError/inUse(_:)``, ``StorageError/closed(_:)`` or ``StorageError/unavailable(_:)``.
  public func isEmpty() async throws(StorageError) -> Bool {
    if let memory { return memory.isEmpty(below: path) }
    let folder = folder(for: .critical)
    return try reading { () throws(SystemFailure) in try folder.names(for: path).isEmpty }
  }

  private var subdirectories: String { "\(path)/directories" }

  /// Returns the path of a subdirectory.
  func path(of name: String) -> String { "\(subdirectories)/\(Self.entry(name))" }

  /// Returns the name of a subdirectory's entry.
  ///
  /// Every byte of the name that is not a lower-case ASCII letter, a digit or a dash is replaced by an
  /// underscore and two hexadecimal digits. An empty name becomes an underscore.
  private static func entry(_ name: String) -> String {
    let encoded = name.utf8.map { byte in
      switch Unicode.Scalar(byte) {
      case "a"..."z", "0"..."9", "-": String(Unicode.Scalar(byte))
      default: "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return encoded.isEmpty ? "_" : encoded.joined()
  }

  private static func error(_ failure: SystemFailure) -> StorageError {
    if let error = StorageError(locking: failure) { return error }
    return failure.isOfSync ? .notDurable(failure) : .notWritable(failure)
  }

  /// The suffix of a directory that is being removed.
  private static var erased: String { ".erased" }

  /// Removes a renamed directory, which may also be that of an earlier removal that was interrupted.
  private static func removeErased(
    _ name: String, in parent: borrowing FileDescriptor
  ) throws(SystemFailure) {
    var freed = 0
    try parent.removeEntry(name + erased, folders: FileDescriptor.deepestFolder, freed: &freed)
  }

  /// Renames a directory that has no owner.
  private static func rename(
    _ name: String, to newName: String, in parent: borrowing FileDescriptor
  ) throws(SystemFailure) {
    // The lock is held until the directory has been renamed, so that no other owner starts to use it.
    let directory = try FileDescriptor(name, in: parent, .directory)
    try directory.lock()
    defer { directory.unlock() }
    try parent.rename(name, to: newName)
    try parent.sync(.full)
  }
}
