#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A report about one stored file, for diagnostics.
///
/// An inspection does not need the stored types: it decodes no value, and runs no step of a
/// ``StoredSchema``. The file may have any name, because a repository renames a file that it finds
/// damaged. An inspection creates, locks, moves and changes nothing, so it does not affect a running
/// app. A write that is in progress during the inspection can appear as ``State/cutOff``; a later
/// inspection shows it as complete.
public struct FileInspection: Sendable, Hashable {
  /// The condition of the file.
  public internal(set) var state: State = .intact

  /// The number of the file format in the header; `nil` when the header is not intact.
  public internal(set) var format: Int?

  /// The schema version in the header; `nil` when the header is not intact.
  public internal(set) var schemaVersion: Int?

  /// The length of the file in bytes.
  public internal(set) var size: Int

  /// The number of intact records: exactly one in an intact file of a ``SingleRepository``.
  public internal(set) var records: Int = 0

  /// The sequence number of the last intact record; `nil` when there is none.
  public internal(set) var lastSequence: UInt64?

  /// The time of the last intact record in seconds since 1970.
  ///
  /// `nil` if the record has no time. This release writes no time, but a newer release may.
  public internal(set) var lastWrite: Int64?

  /// The kind of the content; `nil` when no record is intact.
  public internal(set) var kind: Kind?

  /// The content of the intact records as JSON; <doc:FileFormat> describes the conversion from
  /// CBOR.
  ///
  /// A single value is one JSON value. A collection is the list of records in file order, each with its
  /// sequence number and the elements that it saved or removed. The records are not combined into the
  /// current elements, because only the element's Swift type defines its ID.
  ///
  /// `nil` if no record is intact, if the payload is not CBOR, or if the text would have more bytes
  /// than ``StorageClass/largestFile``.
  public internal(set) var content: String?

  /// Reads and inspects one file; blocks the calling thread while it reads.
  ///
  /// - Parameter file: The URL of a regular file of at most ``StorageClass/largestFile`` bytes. A
  ///   symbolic link is rejected. Symbolic links in the path of the file's directory are followed.
  /// - Throws: ``StorageError/unavailable(_:)`` with the error code of the system, or
  ///   ``StorageError/tooLarge(file:limit:)``. A file with unexpected content is no error.
  public init(of file: URL) throws(StorageError) {
    self.init(try Self.bytes(of: file), named: file.lastPathComponent)
  }

  /// Returns the report as one JSON object, with the same keys in the same order for every file.
  ///
  /// Control characters and characters that change the text direction are escaped, so that the
  /// content of a file cannot control a terminal.
  ///
  /// - Parameter name: The file name to show in the report.
  /// - Returns: The object over several lines, without a line feed at the end.
  public func json(named name: String) -> String {
    text(named: name)
  }

  /// The condition of the file, as a repository would determine it.
  public enum State: Sendable, Hashable {
    /// All bytes are as they were written.
    case intact
    /// The last append to a collection was cut off.
    ///
    /// The append was never reported as successful, and all earlier writes are intact.
    case cutOff
    /// The file is damaged; a repository would preserve its bytes in another file.
    ///
    /// If the schema version in the file's header differs from the version in the file's name, the
    /// damage is ``Damage/foreign``.
    case damaged(Damage)
    /// Only a newer release of this module can read the bytes after the header.
    case newerFormat
  }

  /// The kind of repository that wrote a file.
  public enum Kind: String, Sendable, Hashable {
    /// The value of a ``SingleRepository``.
    case value
    /// The elements of a ``CollectionRepository``.
    case collection
  }
}
