/// The name of a repository's file for one schema version.
///
/// The initializer validates the name, so that the name cannot refer to another directory.
struct FileName: Sendable, Hashable {
  let name: String
  let version: Int

  /// The name of the file.
  ///
  /// Each schema version has its own file, so that no release opens another version's file by mistake.
  var text: String { "\(name).v\(version).store" }
  init(_ name: String, version: Int) throws(StorageError) {
    let allowed = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
      case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
      default: false
      }
    }
    guard allowed, name.utf8.count <= 64, let first = name.utf8.first,
      first != UInt8(ascii: "."), first != UInt8(ascii: "-"), first != UInt8(ascii: "_")
    else { throw .invalidName(name) }
    self.init(known: name, version)
  }

  private init(known name: String, _ version: Int) {
    self.name = name
    self.version = version
  }

  func of(version: Int) -> FileName {
    FileName(known: name, version)
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
