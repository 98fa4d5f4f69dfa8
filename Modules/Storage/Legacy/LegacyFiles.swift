#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import CoreFoundation
#endif

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

  /// The maximum number of nested directories that a removal enters.
  ///
  /// The limit prevents deeply nested directories from using up all file descriptors. 16 is enough,
  /// because the only directory of a database contains just pipes and small files, no directories.
  private static var deepestFolder: Int { 16 }

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
    do throws(CallFailure) {
      let directory = try FileDescriptor(directory: folder)
      for (suffix, isFolder) in Self.parts {
        do throws(CallFailure) {
          try directory.removeEntry(
            name + suffix, folders: isFolder ? Self.deepestFolder : 0, freed: &removal.bytesFreed)
        } catch {
          removal.leftovers.append(SystemFailure(error, file: name + suffix))
        }
      }
    } catch {
      if !error.isMissing || DataDirectory.isLinkToNowhere(folder) {
        removal.leftovers = [SystemFailure(error, file: folder)]
      }
    }
    return removal
  }
}

extension LegacyIdentifier {
  /// Returns the first of ``keys`` with a value, and this value as text; `nil` if no key has a value.
  ///
  /// ``keys`` contains the ID's keys in `UserDefaults`, the newest first. An empty text is no value.
  func newest(
    from object: (_ key: String) -> Any?
  ) throws(LegacyIdentifierError) -> (key: String, text: String)? {
    for key in keys {
      guard let value = object(key) else { continue }
      guard let text = Self.text(of: value) else {
        throw .notAnID(key: key, found: "\(type(of: value))")
      }
      if !text.isEmpty { return (key, text) }
    }
    return nil
  }

  private static func text(of value: Any) -> String? {
    #if canImport(Darwin)
      // On Apple platforms, a cast would turn a Boolean of a property list into a number.
      if CFGetTypeID(value as CFTypeRef) == CFBooleanGetTypeID() { return nil }
    #endif
    return value as? String ?? (value as? Int).map { "\($0)" }
  }
}
