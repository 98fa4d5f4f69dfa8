/// Where a repository's file is, and whether its value is also held in memory.
///
/// Names consist of lower-case letters, digits, `.`, `-` and `_`, begin with a letter or a digit,
/// and have at most 64 characters, so that a name can never lead out of its directory. Any other
/// name is ``StorageError/invalidName(_:)`` on the first access.
public struct Location: Sendable, Hashable {
  let name: String
  let isHeldInMemory: Bool
  /// How many updates may be written together.
  let ceiling: Int

  /// Every read opens the file and every write ends on the disk or throws.
  ///
  /// For values that are large, seldom read, or worthless unless they are kept.
  public static func file(_ name: String) -> Location {
    Location(name: name, isHeldInMemory: false, ceiling: 1)
  }

  /// Read once, then served from memory; written through to the file.
  ///
  /// For values that the app goes on with even when the disk is full.
  ///
  /// - Parameters:
  ///   - name: The file's name.
  ///   - coalescing: How many updates are written together, for values that change with every touch.
  ///     A crash loses up to one fewer; ``StorageDirectory/flush()`` writes what is waiting.
  /// - Returns: The location.
  public static func memoryBackedByFile(
    _ name: String, coalescing updates: Int = 1
  ) -> Location {
    Location(name: name, isHeldInMemory: true, ceiling: max(1, updates))
  }
}
