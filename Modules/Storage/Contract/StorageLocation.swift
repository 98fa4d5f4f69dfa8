/// The location of a repository's value: a named file, or a named file and a copy in memory.
///
/// The name consists of lower-case ASCII letters, digits, `.`, `-` and `_`, begins with a letter or a
/// digit, and has at most 64 characters. So the name cannot refer to another directory. For any other
/// name, the first access throws ``StorageError/invalidName(_:)``.
public struct StorageLocation: Sendable, Hashable {
  let name: String
  let isHeldInMemory: Bool

  /// Returns a location whose value is only in a file.
  ///
  /// Each read opens the file. Each update writes the file, or throws if the write fails. Use this
  /// location for values that are large or seldom read, or whose updates must fail if they cannot be
  /// stored.
  public static func file(_ name: String) -> StorageLocation {
    StorageLocation(name: name, isHeldInMemory: false)
  }

  /// Returns a location whose value is in a file and in memory.
  ///
  /// The file is read once; later reads return the value in memory. Each update changes the value in
  /// memory, and is then written to the file. If the write fails, the update remains in memory. Use
  /// this location for values that the app needs even when the disk is full.
  public static func memoryBackedByFile(_ name: String) -> StorageLocation {
    StorageLocation(name: name, isHeldInMemory: true)
  }
}
