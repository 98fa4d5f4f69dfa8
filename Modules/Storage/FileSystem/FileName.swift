/// The name of a repository's file, known to stay inside its directory.
struct FileName: Sendable {
  /// The file itself.
  let text: String
  /// The next content on its way; one fixed name, so that a crash leaves at most one.
  var temporary: String { ".\(text).tmp" }
  /// Where damaged bytes are kept.
  var quarantine: String { "\(text).corrupt" }

  init(_ name: String) throws(StorageError) {
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
    text = "\(name).store"
  }
}
