#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The state of a repository's files after the last load or write.
///
/// Only ``RecordFile`` uses it. It is not nested there for speed, because a type nested in a generic one
/// is looked up at run time.
struct FilePosition: Sendable {
  var own: AppendPosition?
  var previous: Previous?
  /// The sequence number after which this release's file continues.
  ///
  /// It is that of the older file from which the value was migrated.
  var base: UInt64 = 0
  /// The schema versions of the files that no release reads anymore.
  var outdated: [Int] = []
  /// The schema versions of the files that only a newer release reads.
  var newer: [Int] = []

  /// Whether there is no file of this or an earlier release.
  var isEmpty: Bool { own == nil && previous == nil && outdated.isEmpty }

  /// The end of a file.
  struct AppendPosition: Sendable {
    var stamp: FileStamp
    /// The length of the records in bytes.
    ///
    /// It is `nil` if it is unknown; then the next write replaces the file.
    var length: Int?
    /// The number of parts (``CollectionPart``) in the file, including obsolete ones.
    var parts = 0
    /// The payload of a file that is always replaced as a whole, so that writing the same payload can be
    /// skipped.
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

/// The stamps of the previous release's file before and after a write of this release.
///
/// This release writes its own file first, and then a copy for the previous release. After a crash
/// between the two writes, the previous release's file still has the stamp `found`.
struct RollbackMirror: Sendable, Equatable {
  static let none = RollbackMirror(found: .none, left: .none)

  /// The number by which the sequence number of a copy exceeds that of the file that it replaces.
  ///
  /// It is more than any release ever writes. So the sequence number shows whether the previous release
  /// had read the copy before its own writes.
  static let stride: UInt64 = 1 << 32

  var found: FileStamp
  /// The stamp after the write; equal to `found` if no copy was written.
  var left: FileStamp

  /// Whether a file with this stamp was written by the previous release after this write.
  func isForeign(_ stamp: FileStamp) -> Bool {
    stamp != found && stamp != left
  }

  /// Whether a file with this stamp is the copy of a later write than this one.
  ///
  /// This happens only if one process reads while another one writes.
  func isSuperseded(by stamp: FileStamp) -> Bool {
    stamp.sequence >= left.sequence && stamp.sequence - left.sequence >= Self.stride
  }

  /// Whether the previous release had read the copy of this write before it wrote the file with this
  /// stamp.
  func wasSeen(before stamp: FileStamp) -> Bool {
    left != found && stamp.sequence > left.sequence
  }
}
