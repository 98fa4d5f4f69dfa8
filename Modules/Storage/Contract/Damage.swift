/// The kind of damage to a file, as found when the file was read.
public enum Damage: Sendable, Hashable {
  /// The file was not written by this module.
  case foreign
  /// The file belongs to another repository, whose name and version are `owner`.
  case misplaced(owner: String)
  /// The file is shorter or longer than the lengths stored in it require.
  case length
  /// The bytes do not match their checksum.
  case checksum
  /// The bytes are intact, but do not encode a value of the stored schema version.
  ///
  /// The associated string describes the invalid part of the bytes, and what is wrong with it.
  case undecodable(String)
}

extension Damage: CustomStringConvertible {
  /// A few words in English, for use inside a sentence of a log.
  public var description: String {
    switch self {
    case .foreign: "not a stored value"
    case .misplaced(let owner): "a file of another repository: \(owner)"
    case .length: "wrong length"
    case .checksum: "wrong checksum"
    case .undecodable(let place): "undecodable at \(place)"
    }
  }
}
