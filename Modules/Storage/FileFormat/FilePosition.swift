#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The state of a repository's files after the last load or write.
///
/// Not nested in ``RecordFile``, although only that type uses it: as a nested type of a generic
/// type it would be looked up by the runtime at every write.
struct FilePosition: Sendable {
  var own: AppendPosition?
  var previous: Previous?
  /// The sequence number that the first write of the own file follows: that of the migrated file.
  var base: UInt64 = 0
  /// Versions of the files that no release reads anymore.
  var outdated: [Int] = []
  /// Versions of the files that only a newer release reads.
  var newer: [Int] = []

  /// Whether no file exists that this release could have read.
  var isEmpty: Bool { own == nil && previous == nil && outdated.isEmpty }

  /// The end of a file.
  struct AppendPosition: Sendable {
    var stamp: FileStamp
    /// The length of the records in bytes; `nil` when unknown, so that the next write replaces the
    /// file.
    var length: Int?
    /// The number of parts in the file, obsolete ones included.
    var parts = 0
    /// The payload of a file that is replaced as a whole; used to skip the write of an unchanged
    /// value.
    var payload: Data?
  }

  /// The file that the previous release reads.
  struct Previous: Sendable {
    let version: Int
    var tail: AppendPosition
    /// Whether the file holds the content of the own file, as far as its shape can.
    var isCurrent = false
  }
}

/// The state of the previous release's file before and after a write.
///
/// That file is written after this release's own file. A crash between the two writes leaves it in
/// the state `found`.
struct RollbackMirror: Sendable, Equatable {
  static let none = RollbackMirror(found: .none, left: .none)

  /// The distance of a copy's sequence number from that of the file it replaces.
  ///
  /// It is larger than the number of writes that any release makes. The sequence number therefore
  /// shows whether the writes of the previous release started from the copy.
  static let stride: UInt64 = 1 << 32

  var found: FileStamp
  /// The stamp after the write; equal to `found` when no copy was made.
  var left: FileStamp

  /// Whether the previous release has written the file since, without this release's knowledge.
  func isForeign(_ stamp: FileStamp) -> Bool {
    stamp != found && stamp != left
  }

  /// Whether the previous release had read this write's copy before it left the file with this
  /// stamp.
  func wasSeen(before stamp: FileStamp) -> Bool {
    left != found && stamp.sequence > left.sequence
  }
}
