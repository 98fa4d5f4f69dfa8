#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The state of a repository's files after the last load or write.
///
/// The type belongs to ``RecordFile``, but is not nested in it, because ``RecordFile`` is generic: the
/// lookup of a type that is nested in a generic type takes time at run time.
struct FilePosition: Sendable {
  var own: AppendPosition?
  var previous: Previous?
  /// The number after which this release's sequence numbers begin: its first write has `base` plus 1.
  ///
  /// After a migration, `base` is the highest sequence number of the files that were read; otherwise 0.
  var base: UInt64 = 0
  /// The schema versions of older files that are no longer needed; the next write removes the files.
  var outdated: [Int] = []
  /// The schema versions of the files that only a newer release reads.
  var newer: [Int] = []

  /// Whether there is no file of this or an earlier release.
  var isEmpty: Bool { own == nil && previous == nil && outdated.isEmpty }

  /// The state of one file, as needed for the next append.
  struct AppendPosition: Sendable {
    var stamp: FileStamp
    /// The length of the records in bytes.
    ///
    /// `nil` if the length is unknown, for example after a failed append. The next write then replaces
    /// the file.
    var length: Int?
    /// The number of parts (``CollectionPart``) in the file, including obsolete ones.
    var parts = 0
    /// The payload in the file, if every write replaces the whole file; otherwise `nil`.
    ///
    /// If the next payload is equal to this one, the write is skipped.
    var payload: Data?
  }

  /// The state of the file that the previous release reads.
  struct Previous: Sendable {
    let version: Int
    var tail: AppendPosition
    /// Whether the previous release's file contains the same value as this release's file.
    ///
    /// Data that the previous release's schema cannot represent is ignored in this comparison.
    var isCurrent: Bool
    /// Whether this release's last write was not copied to the previous release's file.
    ///
    /// That file may then lack changes, so the next copy replaces the whole file.
    var lacksChanges: Bool
  }
}

/// The ``FileStamp`` of the previous release's file before and after a write of this release.
///
/// This release writes its own file first. Then it writes a copy of the value to the previous release's
/// file. After a crash between the two writes, the previous release's file has the stamp `before`.
/// After both writes, it has the stamp `after`. Any other stamp means that the previous release has
/// written the file since.
struct RollbackMirror: Sendable, Equatable {
  static let none = RollbackMirror(before: .none, after: .none)

  /// The amount by which a copy of this release's value raises the sequence number of the previous
  /// release's file.
  ///
  /// A write by the previous release raises the last number that it has read by only 1, and no release
  /// makes as many writes as `stride`. So a number above that of the copy proves that the previous
  /// release has read the copy.
  static let stride: UInt64 = 1 << 32

  var before: FileStamp
  /// The stamp of the previous release's file after this release's value was copied to it; equal to
  /// ``before`` if there was no copy.
  var after: FileStamp

  /// Whether this release omitted the copy to the previous release's file: the stamp is unchanged.
  var isOmitted: Bool { after == before }

  /// Whether the previous release has written its file after this release's write.
  ///
  /// `stamp` is the current stamp of the previous release's file.
  func isForeign(_ stamp: FileStamp) -> Bool {
    stamp != before && stamp != after
  }

  /// Whether this release has written a newer copy of its value to the previous release's file.
  ///
  /// ``after`` identifies the known copy. `stamp` is the current stamp of the file. A copy raises the
  /// file's sequence number by ``stride``, and a write by the previous release raises it by only 1. So
  /// an increase of at least ``stride`` proves a newer copy. Only another process can have written that
  /// copy, after this process read ``after``.
  func isSuperseded(by stamp: FileStamp) -> Bool {
    stamp.sequence >= after.sequence && stamp.sequence - after.sequence >= Self.stride
  }

  /// Whether the previous release had read this release's copy before it last wrote its file.
  ///
  /// ``after`` is the stamp of the copy, and `stamp` is the stamp of the previous release's file. The
  /// previous release numbers a write after the last record that it has read. So it had read the copy if
  /// the number in `stamp` is higher. The result is `false` if there is no copy.
  func wasSeen(before stamp: FileStamp) -> Bool {
    !isOmitted && stamp.sequence > after.sequence
  }
}
