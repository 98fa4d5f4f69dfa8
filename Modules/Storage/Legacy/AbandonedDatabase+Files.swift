#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension AbandonedDatabase {
  /// What the database appends to the name of its main file, and whether it makes a folder there.
  ///
  /// The main file first: without it, nobody takes what an interruption leaves for a database.
  private static var parts: [(suffix: String, isFolder: Bool)] {
    [
      ("", false), (".lock", false), (".note", false), (".management", true), (".log_a", false),
      (".log_b", false),
    ]
  }

  /// How many folders deep a removal goes, so that a planted tree cannot use up all descriptors.
  ///
  /// The database's own folder holds pipes and small files only.
  private static var deepestFolder: Int { 16 }

  /// The last component of `url`, when it is one that stays in its folder.
  static func fileName(of url: URL) -> String? {
    let name = url.lastPathComponent
    let isName = !["", ".", ".."].contains(name) && !name.utf8.contains(UInt8(ascii: "/"))
    // System calls end a name at a zero, and would take this one for another.
    let hasZero = url.path(percentEncoded: false).utf8.contains(0)
    return url.isFileURL && isName && !hasZero ? name : nil
  }

  func removeFiles() -> Removal {
    var removal = Removal()
    guard let name else {
      removal.leftovers = [SystemFailure(call: "openat", file: folder, code: EINVAL)]
      return removal
    }
    do throws(CallFailure) {
      let directory = try Descriptor(directory: folder)
      for (suffix, isFolder) in Self.parts {
        do throws(CallFailure) {
          try directory.removeEntry(
            name + suffix, folders: isFolder ? Self.deepestFolder : 0, freed: &removal.bytesFreed)
        } catch {
          removal.leftovers.append(SystemFailure(error, file: name + suffix))
        }
      }
    } catch {
      if error.code != ENOENT || Folder.isLinkToNowhere(folder) {
        removal.leftovers = [SystemFailure(error, file: folder)]
      }
    }
    return removal
  }
}
