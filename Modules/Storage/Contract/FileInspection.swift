#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A report about one stored file, for diagnostics.
///
/// The report does not need the stored types: values are not decoded into them and no step of a
/// ``StoredSchema`` runs. The file may have any name; a file that was set aside as damaged is the usual
/// case. Nothing is created, locked, moved or changed, so a running app is not affected. A write
/// that is in progress during the inspection can appear as cut off; a later inspection shows the
/// complete write.
public struct FileInspection: Sendable, Hashable {
  /// The condition of the file.
  public internal(set) var state: State = .intact

  /// The format of the bytes after the header; `nil` when the header is not intact.
  public internal(set) var format: Int?

  /// The schema version in the header; `nil` when the header is not intact.
  public internal(set) var schemaVersion: Int?

  /// The length of the file in bytes.
  public internal(set) var size: Int

  /// The number of intact records; an intact value has exactly one.
  public internal(set) var records: Int = 0

  /// The sequence number of the last intact record; `nil` when there is none.
  public internal(set) var lastSequence: UInt64?

  /// The time of the last intact record in seconds since 1970.
  ///
  /// `nil` when the record has no time. Only writes of a cache that expires have one.
  public internal(set) var lastWrite: Int64?

  /// The kind of the content; `nil` when no record is intact.
  public internal(set) var kind: Kind?

  /// The content of the intact records as JSON; <doc:FileFormat> describes the conversion from
  /// CBOR.
  ///
  /// For a value, this is the value. For a collection, it is the list of records in file order,
  /// each with its sequence number and the elements that it saved or removed. The current elements
  /// cannot be derived without their type, because only the type defines which part of an element
  /// is its ID.
  ///
  /// `nil` when no record is intact, when the payload is not CBOR, and when the text would be
  /// longer than ``StorageClass/largestFile``.
  public internal(set) var content: String?

  /// Reads and inspects one file; blocks the calling thread while it reads.
  ///
  /// - Parameter file: The URL of a regular file of at most ``StorageClass/largestFile`` bytes. A
  ///   symbolic link is rejected, as in a repository; the directory may be reached through one.
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

  /// The condition of a file, as a repository would judge it.
  public enum State: Sendable, Hashable {
    /// All bytes are as they were written.
    case intact
    /// The last append to a collection was cut off.
    ///
    /// That write was never acknowledged, and all earlier writes are intact.
    case cutOff
    /// A repository would set the file aside.
    ///
    /// The name of the file counts too: a schema version that differs from the name is
    /// ``Damage/foreign``.
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
