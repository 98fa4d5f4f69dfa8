#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The files of an embedded object database of earlier releases, to remove once no release reads them.
///
/// The files are the main file `NAME`, its companions `NAME.lock`, `NAME.note`, `NAME.log_a` and
/// `NAME.log_b`, and the directory `NAME.management`. No other file in the same directory is
/// removed.
///
/// The database must not be open while ``remove()`` runs. Remove the files only when the app will not
/// be rolled back to a release that reads them, because that release would find no database.
///
/// ```swift
/// let removal = await LegacyDatabase(mainFile: database).remove()
/// report(bytesFreed: removal.bytesFreed, leftovers: removal.leftovers)
/// ```
public struct LegacyDatabase: Sendable, Hashable {
  let folder: String
  /// The name of the main file; `nil` when the URL names no file.
  let name: String?

  /// Creates a reference to the database by the URL of its main file, without accessing the disk.
  public init(mainFile url: URL) {
    let url = url.absoluteURL
    folder = DataDirectory.path(of: url.deletingLastPathComponent())
    let name = url.lastPathComponent
    // A system call would cut the path at a zero byte, and so access another file.
    let hasZero = url.path(percentEncoded: false).utf8.contains(0)
    let isName = !["", "/", ".", ".."].contains(name)
    self.name = url.isFileURL && isName && !hasZero ? name : nil
  }

  /// Removes the database's files and returns the freed space and the failures.
  ///
  /// Call it at every launch. Missing files, or a missing directory, count as removed. If a file cannot
  /// be removed, the others are removed nevertheless, and the next call tries that file again. A
  /// symbolic link is removed and not followed. Only links in the path of the database's directory are
  /// followed.
  ///
  /// The call does not block the caller's actor, because removing several hundred megabytes can be
  /// slow.
  @concurrent
  public func remove() async -> Removal {
    var removal = Removal()
    do throws(SystemFailure) {
      guard let name else { throw SystemFailure(noFileAt: folder) }
      let directory = try FileDescriptor(directory: folder)
      // The main file is removed first, so that the remaining files do not count as a database if the
      // removal is interrupted.
      for suffix in ["", ".lock", ".note", ".management", ".log_a", ".log_b"] {
        let folders = suffix == ".management" ? FileDescriptor.deepestFolder : 0
        do throws(SystemFailure) {
          try directory.removeEntry(name + suffix, folders: folders, freed: &removal.bytesFreed)
        } catch {
          removal.leftovers.append(
            SystemFailure(call: error.call, file: name + suffix, code: error.code))
        }
      }
    } catch {
      if !error.isMissing || DataDirectory.isLinkToNowhere(folder) { removal.leftovers = [error] }
    }
    return removal
  }

  /// The outcome of a removal: the freed space, and the failures for the remaining files.
  ///
  /// Failures are returned and not thrown, because the removal continues after a failure for one file.
  public struct Removal: Sendable, Hashable {
    /// The disk space that the removed files occupied, in bytes.
    ///
    /// A sparse file counts as the blocks that it occupied. A file with another hard link counts as 0,
    /// because its blocks remain in use. Directories and symbolic links also count as 0.
    public internal(set) var bytesFreed = 0

    /// The first failure for each file or directory that remains.
    ///
    /// If the database's directory cannot be opened, nothing is removed, and the array contains only
    /// this failure.
    public internal(set) var leftovers: [SystemFailure] = []

    /// Whether all files of the database are gone.
    public var isComplete: Bool { leftovers.isEmpty }
  }
}
