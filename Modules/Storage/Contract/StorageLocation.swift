/// The location of a repository's value: a file, optionally with a copy in memory.
///
/// A name consists of lower-case ASCII letters, digits, `.`, `-` and `_`, begins with a letter or a
/// digit, and has at most 64 characters, so it cannot refer to another directory. For any other
/// name, the first access throws ``StorageError/invalidName(_:)``.
public struct StorageLocation: Sendable, Hashable {
  let name: String
  let isHeldInMemory: Bool

  /// Returns a location without a copy in memory.
  ///
  /// Each read opens the file, and each update writes to the disk or throws. Use it for values that
  /// are large, seldom read, or useless unless they are stored.
  public static func file(_ name: String) -> StorageLocation {
    StorageLocation(name: name, isHeldInMemory: false)
  }

  /// Returns a location with a copy in memory that is read once and written through to the file.
  ///
  /// Use it for values that the app needs even when the disk is full.
  public static func memoryBackedByFile(_ name: String) -> StorageLocation {
    StorageLocation(name: name, isHeldInMemory: true)
  }
}
