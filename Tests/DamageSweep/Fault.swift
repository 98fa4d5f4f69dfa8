import Foundation

/// Damage to the files of a directory, repeatable from its description.
struct Fault: Sendable, Hashable, CustomStringConvertible {
  /// One change of one file or two.
  private struct Part: Sendable, Hashable {
    let kind: Kind
    let file: String
    /// A number or another file.
    let argument: String?
  }

  enum Kind: String {
    /// Inverts one bit of a file.
    case flip
    /// Truncates a file to a length in bytes.
    case cut
    /// Replaces the bytes of a file from an offset on by zeros.
    case zeros
    case missing
    /// Appends the content of a file to itself.
    case doubled
    /// Copies a file to another name.
    case copied
    case swapped
    /// Replaces the content of a file by that of another module's file.
    case foreign

    fileprivate var isOfTwoFiles: Bool { self == .copied || self == .swapped }
  }

  private let parts: [Part]

  init(_ kind: Kind, _ file: String, _ argument: String? = nil) {
    parts = [Part(kind: kind, file: file, argument: argument)]
  }

  init(_ kind: Kind, _ file: String, _ number: Int) { self.init(kind, file, "\(number)") }

  init(_ first: Fault, _ second: Fault) { parts = first.parts + second.parts }

  var description: String {
    parts.map { part in
      [part.kind.rawValue, part.file, part.argument].compactMap(\.self).joined(separator: " ")
    }.joined(separator: " + ")
  }

  /// The files that the damage changes or creates.
  var files: Set<String> {
    Set(parts.flatMap { $0.kind.isOfTwoFiles ? [$0.file, $0.argument ?? ""] : [$0.file] })
  }

  /// Applies the damage to the original `files`; `library` has the files of all modules.
  func apply(to files: inout Folder, library: Folder) {
    for part in parts {
      let (file, other) = (part.file, part.argument ?? "")
      let number = Int(other) ?? 0
      switch part.kind {
      case .flip:
        guard var bytes = files[file], number / 8 < bytes.count else { continue }
        bytes[bytes.startIndex + number / 8] ^= 1 << (number % 8)
        files[file] = bytes
      case .cut: files[file] = files[file].map { Data($0.prefix(number)) }
      case .zeros:
        files[file] = files[file].map { bytes in
          let kept = bytes.prefix(number)
          return kept + Data(count: bytes.count - kept.count)
        }
      case .missing: files[file] = nil
      case .doubled: files[file] = files[file].map { $0 + $0 }
      case .copied: files[other] = files[file]
      case .swapped: (files[file], files[other]) = (files[other], files[file])
      case .foreign: files[file] = library[other]
      }
    }
  }
}

/// The contents of files, by relative path in a directory.
typealias Folder = [String: Data]

extension Folder {
  /// Reads all files in a directory.
  init(reading folder: URL) throws {
    self.init()
    guard let paths = FileManager.default.enumerator(atPath: folder.path) else { return }
    for case let path as String in paths {
      let attributes = paths.fileAttributes
      guard attributes?[.type] as? FileAttributeType == .typeRegular else { continue }
      self[path] = try Data(contentsOf: folder.appending(path: path))
    }
  }

  /// Writes all files into a directory, and creates the directory if it is missing.
  func write(to folder: URL) throws {
    let manager = FileManager.default
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    for (path, bytes) in self {
      let file = folder.appending(path: path)
      try manager.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try bytes.write(to: file)
    }
  }
}

/// Returns the name of the repository that a file belongs to, which has no period.
///
/// The file is named `NAME.vN.store`, with a suffix after it was set aside.
func repository(of path: String) -> String {
  String(path.split(separator: "/").last?.prefix { $0 != "." } ?? "")
}
