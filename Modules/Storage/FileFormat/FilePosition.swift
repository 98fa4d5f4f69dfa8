#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The state of a repository's files after the last load or write.
///
/// Not nested in ``RecordFile``, which alone uses it: the runtime would look up a nested type of a
/// generic type at every write.
struct FilePosition: Sendable {
  var own: AppendPosition?
  var previous: Previous?
  /// The sequence number before the first write of this release's file: that of the migrated file.
  var base: UInt64 = 0
  /// Versions of the files that no release reads anymore.
  var outdated: [Int] = []
  /// Versions of the files that only a newer release reads.
  var newer: [Int] = []

  /// Whether there is no file of this or an earlier release.
  var isEmpty: Bool { own == nil && previous == nil && outdated.isEmpty }

  /// The end of a file.
  struct AppendPosition: Sendable {
    var stamp: FileStamp
    /// The length of the records in bytes; `nil` if it is unknown, so that the next write replaces the
    /// file.
    var length: Int?
    /// The number of parts in the file, including obsolete ones.
    var parts = 0
    /// The payload of a file that is replaced as a whole; a write of the same payload is skipped.
    var payload: Data?
  }

  /// The file that the previous release reads.
  struct Previous: Sendable {
    let version: Int
    var tail: AppendPosition
    /// Whether the file contains this release's value, as far as the older shape can represent it.
    var isCurrent = false
  }
}

/// The state of the previous release's file before and after a write of this release.
///
/// This release writes its own file first. After a crash between the two writes, the previous release's
/// file is in the state `found`.
struct RollbackMirror: Sendable, Equatable {
  static let none = RollbackMirror(found: .none, left: .none)

  /// The distance between the sequence number of a copy and that of the file that it replaces.
  ///
  /// It exceeds the number of writes of any release. The sequence number therefore shows whether the
  /// previous release had read the copy before its own writes.
  static let stride: UInt64 = 1 << 32

  var found: FileStamp
  /// The stamp after the write; equal to `found` when no copy was made.
  var left: FileStamp

  /// Whether the previous release has written the file since this write.
  func isForeign(_ stamp: FileStamp) -> Bool {
    stamp != found && stamp != left
  }

  /// Whether the previous release had read this write's copy before it left the file with this
  /// stamp.
  func wasSeen(before stamp: FileStamp) -> Bool {
    left != found && stamp.sequence > left.sequence
  }
}
