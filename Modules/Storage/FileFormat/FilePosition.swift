#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where the files of a repository stand after the last load or write.
///
/// Not a part of ``RecordFile``, though only that has one: the runtime would be asked for its types at
/// every write, one for each type of value.
struct FilePosition: Sendable {
  var own: Tail?
  var previous: Previous?
  /// The number that the first write of the own file follows: that of the file it was made from.
  var base: UInt64 = 0
  /// Files of versions that no release reads any more.
  var outdated: [Int] = []
  /// Files of versions that only a newer release reads.
  var newer: [Int] = []

  /// Whether there is nothing that this release could have read.
  var isEmpty: Bool { own == nil && previous == nil && outdated.isEmpty }

  /// The end of a file.
  struct Tail: Sendable {
    var mark: Mark
    /// The bytes of its records; nothing when it is not certain that they end there.
    var length: Int?
    /// How many parts were written, counting again those that were written again.
    var parts = 0
    /// The whole content where it is replaced whole, so that the same is not written again.
    var payload: Data?
  }

  /// The file that the release before reads.
  struct Previous: Sendable {
    let version: Int
    var tail: Tail
    /// Whether it has what the own file has, as far as it can.
    var isCurrent = false
  }
}
