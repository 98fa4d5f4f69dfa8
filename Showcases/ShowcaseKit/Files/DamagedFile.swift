import Foundation
import Storage
import StorageInspection

/// A stored file with a problem, such as damage or a newer format.
///
/// The file belongs to a repository, such as ``Storage/SingleRepository``. The file is inspected
/// without opening the repository.
struct DamagedFile {
  /// The name of the repository.
  let repository: String
  /// User-facing sentence about the problem and its consequence.
  let sentence: String

  /// Returns the damaged files in a storage directory and in its `caches` directory.
  static func all(in folder: URL) -> [DamagedFile] {
    [folder, folder.appending(path: "caches", directoryHint: .isDirectory)].flatMap { folder in
      names(in: folder).compactMap { DamagedFile(folder.appending(path: $0)) }
    }
  }

  private static func names(in folder: URL) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    } catch {
      // The directory may not exist yet. If it exists and cannot be read, its repositories report
      // the reason when they are opened.
      return []
    }
  }

  /// Inspects a file, and describes its damage.
  ///
  /// Returns `nil` if the file is not damaged or does not belong to a repository.
  private init?(_ file: URL) {
    let name = file.lastPathComponent
    guard let match = name.wholeMatch(of: /(.+)\.v[0-9]+\.store/) else { return nil }
    repository = String(match.1)
    do throws(StorageError) {
      switch try FileInspection(of: file).state {
      case .intact: return nil
      case .cutOff:
        sentence = "\(name): the last write was cut off; all earlier data is intact"
      case .damaged(let damage):
        sentence = "\(name) is damaged (\(damage)); what is intact is used"
      case .foreign: sentence = "\(name) is of another version than its name says; it is not used"
      case .newerFormat: sentence = "\(name) was written by a newer release and is left unchanged"
      }
    } catch {
      sentence = Self.sentence(error)
    }
  }

  /// Returns the description of an error.
  ///
  /// For a file that cannot be read, the description adds that the file is left unchanged.
  static func sentence(_ error: StorageError) -> String {
    if case .unavailable = error { "\(error)\(unreadable)" } else { "\(error)" }
  }

  /// The end of the sentence about a file that cannot be read now.
  static let unreadable = "; the file is left unchanged"
}
