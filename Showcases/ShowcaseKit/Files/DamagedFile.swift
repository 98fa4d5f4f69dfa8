import Foundation
import Storage

/// A stored file that its repository cannot use as it is, found without opening the repository.
struct DamagedFile {
  /// The name of the repository.
  let repository: String
  /// What is wrong with the file and what becomes of it.
  let sentence: String

  /// Inspects the files of a storage directory and of the caches in it.
  static func all(in folder: URL) -> [DamagedFile] {
    [folder, folder.appending(path: "caches", directoryHint: .isDirectory)].flatMap { folder in
      names(in: folder).compactMap { DamagedFile(folder.appending(path: $0)) }
    }
  }

  private static func names(in folder: URL) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    } catch {
      // There is no such folder yet, or its repositories report why they cannot read it.
      return []
    }
  }

  /// Inspects a file; `nil` when it is not a repository's, or nothing is wrong with it.
  private init?(_ file: URL) {
    let name = file.lastPathComponent
    guard let match = name.wholeMatch(of: /(.+)\.v[0-9]+\.store/) else { return nil }
    repository = String(match.1)
    do throws(StorageError) {
      switch try FileInspection(of: file).state {
      case .intact: return nil
      case .cutOff:
        sentence = "\(name): its last write was cut off; what was written before is there"
      case .damaged(let damage): sentence = "\(name) was damaged (\(damage)) and is not used"
      case .newerFormat: sentence = "\(name) was written by a newer release; it stays as it is"
      }
    } catch {
      sentence = Self.sentence(error)
    }
  }

  /// Returns what an error says, and for a file that cannot be read also what becomes of it.
  static func sentence(_ error: StorageError) -> String {
    if case .unavailable = error { "\(error); it stays as it is" } else { "\(error)" }
  }
}
