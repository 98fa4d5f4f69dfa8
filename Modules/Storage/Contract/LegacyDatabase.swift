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
public struct LegacyDatabase: Sendable, Hashable {
  let folder: String
  /// The name of the main file; `nil` when the URL names no file.
  let name: String?

  /// Creates a reference to the database by the URL of its main file, without accessing the disk.
  public init(mainFile url: URL) {
    let url = url.absoluteURL
    folder = DataDirectory.path(of: url.deletingLastPathComponent())
    name = Self.fileName(of: url)
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
    removeFiles()
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

extension LegacyDatabase {
  /// The database's files in the sequence of their removal: the suffix that each file adds to the name
  /// of the main file, and whether the file is a directory.
  ///
  /// The main file is removed first, so that the remaining files do not count as a database if the
  /// removal is interrupted.
  private static var parts: [(suffix: String, isFolder: Bool)] {
    [
      ("", false), (".lock", false), (".note", false), (".management", true), (".log_a", false),
      (".log_b", false),
    ]
  }

  /// Returns the last component of `url`; `nil` if `url` cannot be the URL of a file.
  static func fileName(of url: URL) -> String? {
    let name = url.lastPathComponent
    let isName = !["", ".", ".."].contains(name) && !name.utf8.contains(UInt8(ascii: "/"))
    // A system call would cut the name at a zero byte, and so access another file.
    let hasZero = url.path(percentEncoded: false).utf8.contains(0)
    return url.isFileURL && isName && !hasZero ? name : nil
  }

  func removeFiles() -> Removal {
    var removal = Removal()
    guard let name else {
      removal.leftovers = [SystemFailure(noFileAt: folder)]
      return removal
    }
    do throws(SystemFailure) {
      let directory = try FileDescriptor(directory: folder)
      for (suffix, isFolder) in Self.parts {
        do throws(SystemFailure) {
          try directory.removeEntry(
            name + suffix, folders: isFolder ? FileDescriptor.deepestFolder : 0,
            freed: &removal.bytesFreed)
        } catch {
          removal.leftovers.append(
            SystemFailure(call: error.call, file: name + suffix, code: error.code))
        }
      }
    } catch {
      if !error.isMissing || DataDirectory.isLinkToNowhere(folder) {
        removal.leftovers = [error]
      }
    }
    return removal
  }
}
