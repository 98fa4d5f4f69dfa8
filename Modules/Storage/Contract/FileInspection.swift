#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What one file of this module says about itself, for a person who has to find out what happened.
///
/// Works without the types that were stored: nothing is decoded into them and no step of a
/// ``Schema`` is taken. The file may have any name; one set aside as damaged is the usual case.
/// Nothing is created, locked, moved or changed, so a running app does not notice. What it is
/// writing meanwhile may show as a write that was cut off, and is whole the next time.
public struct FileInspection: Sendable, Hashable {
  /// Whether a repository could use the file as it is.
  public internal(set) var state: State = .intact

  /// The format of what follows the header; `nil` when the header is not intact.
  public internal(set) var format: Int?

  /// The version of the schema that the file was written with; `nil` when the header is not intact.
  public internal(set) var schemaVersion: Int?

  /// The length of the file in bytes.
  public internal(set) var size: Int

  /// How many writes there are that are intact: one of a value, one or more of a collection.
  public internal(set) var records: Int = 0

  /// The number of the last write that is intact; `nil` when none is.
  public internal(set) var lastSequence: UInt64?

  /// The time of that write in seconds since 1970, if it was noted, as for a cache that expires.
  public internal(set) var lastWrite: Int64?

  /// What the file holds; `nil` when no write is intact.
  public internal(set) var kind: Kind?

  /// What the intact writes hold, as JSON; how CBOR becomes JSON is said in <doc:FileFormat>.
  ///
  /// Of a value, the value. Of a collection, its writes in their order, each with its sequence
  /// number and what it saved and removed. Which of these elements are still there cannot be told
  /// without their type, since only the type knows which part of an element is its identity.
  ///
  /// `nil` when no write is intact, when what was written is not CBOR, and when the text would be
  /// longer than ``DataClass/largestFile``.
  public internal(set) var content: String?

  /// Reads one file; blocks for as long as the read takes.
  ///
  /// - Parameter file: The file URL of a regular file of at most ``DataClass/largestFile`` bytes. A
  ///   link is refused, as a repository does; the folder may be reached through one.
  /// - Throws: ``StorageError/unavailable(_:)``, whose code says what is in the way, or
  ///   ``StorageError/tooLarge(file:limit:)``. A file with the wrong content is no error.
  public init(of file: URL) throws(StorageError) {
    self.init(try Self.bytes(of: file), named: file.lastPathComponent)
  }

  /// Returns all of this as one JSON object, with the same keys in the same order for every file.
  ///
  /// Control characters and those that turn the direction of text are escaped, so that the content
  /// of a file cannot steer a terminal.
  ///
  /// - Parameter name: What to call the file.
  /// - Returns: The object, over several lines, without a line feed at the end.
  public func json(named name: String) -> String {
    text(named: name)
  }

  /// Whether a repository could use a file.
  public enum State: Sendable, Hashable {
    /// All of it is what was written.
    case intact
    /// The last write to a collection was cut off. Nobody was told that it had ended; what was
    /// written before is all there.
    case cutOff
    /// A repository would set it aside. Its name counts too: a file of another version than its
    /// name says is ``Damage/foreign``.
    case damaged(Damage)
    /// Only a newer release of this module knows what follows the header.
    case newerFormat
  }

  /// What a file holds.
  public enum Kind: String, Sendable, Hashable {
    /// The value of a ``SingleRepository``.
    case value
    /// The elements of a ``CollectionRepository``.
    case collection
  }
}
