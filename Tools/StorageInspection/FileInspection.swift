public import Foundation
public import Storage

/// A report about one stored file, for diagnostics.
///
/// An inspection does not need the stored types: it decodes no value, and runs no step of a
/// ``Storage/StoredSchema``. The file may have any name, because a repository preserves damaged bytes
/// under another name. An inspection changes nothing, so it does not affect a running app. A write that
/// is in progress during the inspection can appear as ``State/cutOff``.
///
/// ```swift
/// let inspection = try FileInspection(of: folder.appending(path: "profile.v1.store"))
/// print(inspection.json(named: "profile.v1.store"))
/// ```
public struct FileInspection: Sendable, Hashable {
  /// The condition of the file.
  public let state: State
  /// The number of the file format in the header; `nil` when the header is not intact.
  public let format: Int?
  /// The schema version in the header; `nil` when the header is not intact.
  public let schemaVersion: Int?
  /// The size of the file in bytes.
  public let size: Int
  /// The number of intact records.
  public let records: Int
  /// The sizes of the file after each update, beginning with the one that has replaced the file.
  public let updateEnds: [Int]
  /// The sequence number of the newest intact record; `nil` when there is none.
  public let lastSequence: UInt64?
  /// The kind of the content; `nil` when no record is intact.
  public let kind: Kind?
  /// The content of the intact records as JSON; `nil` if there are none, or if one is not CBOR.
  ///
  /// A single value is one JSON value. A collection is the list of its records in file order, each with
  /// its sequence number and the element that it saved, or the id of the element that it removed.
  public let content: String?

  /// The condition of the file, as a repository would determine it.
  public enum State: Sendable, Hashable {
    /// All bytes are as they were written.
    case intact
    /// The last append was cut off; it was never reported as written, and all earlier ones are intact.
    case cutOff
    /// The file is damaged; a repository would preserve its bytes in another file.
    case damaged(Damage)
    /// The file belongs to another schema version than its name says; a repository would set it aside.
    case foreign
    /// Only a newer release of `Storage` can read the bytes after the header.
    case newerFormat
  }

  /// The kind of repository that wrote a file.
  public enum Kind: String, Sendable, Hashable {
    /// The value of a ``Storage/SingleRepository``.
    case value
    /// The elements of a ``Storage/CollectionRepository``.
    case collection
  }

  /// Reads and inspects one file; blocks the calling thread while it reads.
  ///
  /// - Parameter file: The URL of a regular file of at most ``Storage/StorageClass/largestFile`` bytes.
  ///   A symbolic link is rejected.
  /// - Throws: ``Storage/StorageError/unavailable(_:)`` with the error code of the system, or
  ///   ``Storage/StorageError/tooLarge(file:limit:)``. A file with unexpected content is no error.
  public init(of file: URL) throws(StorageError) {
    let listing = try LogListing(of: file)
    format = listing.header?.format
    schemaVersion = listing.header?.version
    size = listing.size
    records = listing.records.count
    updateEnds = listing.updateEnds
    lastSequence = listing.records.map(\.sequence).max()
    // A single value has an id without content, which is an empty map.
    let isValue = listing.records.allSatisfy { $0.id == Data([0xA0]) || $0.id.isEmpty }
    kind = listing.records.isEmpty ? nil : isValue ? .value : .collection
    var content: String?
    var problem: String?
    do {
      content = try Self.content(of: listing, isValue)
    } catch { problem = "\(error)" }
    self.content = content
    state =
      if listing.isNewerFormat {
        .newerFormat
      } else if let damage = listing.damage {
        .damaged(damage)
      } else if let version = Self.version(in: file.lastPathComponent), version != schemaVersion {
        .foreign
      } else if let problem {
        .damaged(.undecodable(problem))
      } else {
        listing.isCutOff ? .cutOff : .intact
      }
  }

  private static func content(of listing: LogListing, _ isValue: Bool) throws -> String? {
    let records = listing.records.filter { !$0.id.isEmpty }
    if isValue {
      return try records.last?.value.map { JSONText(try CBORItem(decoding: $0)).text }
    }
    let lines = try records.map { record in
      let item = JSONText(try CBORItem(decoding: record.value ?? record.id)).text
      let key = record.value == nil ? "removed" : "saved"
      return "  {\"sequence\": \(record.sequence), \"\(key)\": \(item)}"
    }
    return lines.isEmpty ? nil : "[\n\(lines.joined(separator: ",\n"))\n]"
  }

  /// Returns the schema version in the name of a repository's file; `nil` for any other name.
  private static func version(in name: String) -> Int? {
    var words = name.split(separator: ".")
    if words.last?.hasPrefix("corrupt") == true { words.removeLast() }
    guard words.popLast() == "store", let last = words.last, last.first == "v" else { return nil }
    return Int(last.dropFirst())
  }
}

extension FileInspection {
  /// Returns the report as one JSON object, with the same keys in the same order for every file.
  ///
  /// Control characters and characters that change the text direction are escaped, so that the content
  /// of a file cannot control a terminal.
  ///
  /// - Parameter name: The file name to show in the report.
  /// - Returns: The object over several lines, without a line feed at the end.
  public func json(named name: String) -> String {
    let (word, damage) = words
    let fields: [(String, String?)] = [
      ("file", JSONText(quoting: name).text), ("state", JSONText(quoting: word).text),
      ("damage", damage.map { JSONText(quoting: $0).text }), ("format", format.map { "\($0)" }),
      ("schemaVersion", schemaVersion.map { "\($0)" }), ("size", "\(size)"),
      ("records", "\(records)"), ("lastSequence", lastSequence.map { "\($0)" }),
      ("kind", kind.map { JSONText(quoting: $0.rawValue).text }),
      ("content", content?.replacingOccurrences(of: "\n", with: "\n  ")),
    ]
    let lines = fields.map { "  \"\($0.0)\": \($0.1 ?? "null")" }
    return "{\n\(lines.joined(separator: ",\n"))\n}"
  }

  /// The name of the state in JSON, and a description of the damage, if there is any.
  ///
  /// Scripts read the JSON, so the name of a state must not change.
  private var words: (state: String, damage: String?) {
    switch state {
    case .intact: ("intact", nil)
    case .cutOff: ("cut-off", nil)
    case .damaged(let damage): ("damaged", "\(damage)")
    case .foreign: ("foreign", nil)
    case .newerFormat: ("newer-format", nil)
    }
  }
}
