/// The name of a repository's file for one schema version.
///
/// The initializer validates the name, so that the name cannot refer to another directory.
struct FileName: Sendable, Hashable {
  let name: String
  /// The owner of the directory; `nil` for none.
  let owner: String?
  private(set) var version: Int

  /// The name of the file.
  ///
  /// Each schema version has its own file, so that no release opens another version's file by mistake.
  var text: String { "\(name).v\(version).store" }
  /// The name as it is in the header of the file; behind a slash, that of the owner.
  var label: String { owner.map { "\(name)/\($0)" } ?? name }

  init(_ name: String, version: Int, of owner: String? = nil) throws(StorageError) {
    let isAllowed = name.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "0"..."9", ".", "-", "_": true
      default: false
      }
    }
    guard isAllowed, name.utf8.count <= 64, let first = name.unicodeScalars.first,
      !".-_".unicodeScalars.contains(first)
    else { throw .invalidName(name) }
    if let owner, !(1...64).contains(owner.utf8.count) { throw .invalidName(owner) }
    (self.name, self.version, self.owner) = (name, version, owner)
  }

  func of(version: Int) -> FileName {
    var other = self
    other.version = version
    return other
  }

  /// Returns the version in the name of a directory entry; `nil` if the entry is not a file of this
  /// repository.
  func version(of entry: String) -> Int? {
    guard entry.hasPrefix("\(name).v"), entry.hasSuffix(".store") else { return nil }
    let digits = entry.dropFirst(name.count + 2).dropLast(".store".count)
    guard let version = Int(digits), version > 0, String(version) == digits else { return nil }
    return version
  }

  /// Returns the name of the temporary file with new contents, before it is renamed to `name`.
  ///
  /// The name is always the same, so that crashes leave at most one temporary file.
  static func temporary(of name: String) -> String { ".\(name).tmp" }

  /// Returns the names under which damaged bytes of the file `name` are preserved, in this sequence.
  static func quarantines(of name: String) -> [String] {
    ["\(name).corrupt"] + (2...4).map { "\(name).corrupt-\($0)" }
  }
}
