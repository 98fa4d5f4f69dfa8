#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The files that an embedded object database left behind, to be removed once nothing reads them.
///
/// These are the main file `NAME` and its companions `NAME.lock`, `NAME.note`, `NAME.log_a`,
/// `NAME.log_b` and the folder `NAME.management`. Nothing else in their folder is touched.
///
/// Nobody may have the database open. A previous release that is installed again finds no database,
/// so remove it when no release that reads it will come back.
public struct AbandonedDatabase: Sendable, Hashable {
  let folder: String
  /// `nil` when the URL names no file.
  let name: String?

  /// Names the database by the file URL of its main file, without touching it.
  public init(mainFile url: URL) {
    let url = url.absoluteURL
    folder = Folder.path(of: url.deletingLastPathComponent())
    name = Self.fileName(of: url)
  }

  /// Removes what is there, and says what came of it; meant to be called at every launch.
  ///
  /// When nothing is there, or not even the folder, this removes nothing and is complete. What
  /// cannot be removed stops nothing else, and is tried again by the next call. Symbolic links
  /// are removed, and what they lead to is left alone; only the folder may be reached through one.
  ///
  /// Never runs on the caller's actor, because removing some hundred megabytes takes a while.
  @concurrent
  public func remove() async -> Removal {
    removeFiles()
  }

  /// What a removal did and what it had to leave.
  ///
  /// Not an error: with one part left, the rest is gone all the same.
  public struct Removal: Sendable, Hashable {
    /// The space on the disk that the removed files occupied.
    ///
    /// A sparse file counts what it occupied, not its length, and a file that also has a name
    /// elsewhere counts nothing. Folders and links count nothing.
    public internal(set) var bytesFreed = 0

    /// Why something is still there: the first failure for each file or folder that is.
    ///
    /// When the folder itself could not be opened, it is the only one, and nothing was removed.
    public internal(set) var leftovers: [SystemFailure] = []

    /// Whether none of the files is there any more.
    public var isComplete: Bool { leftovers.isEmpty }
  }
}
