/// An element for collections in tests.
public struct Note: Identifiable, Codable, Equatable, Sendable {
  /// Its identity.
  public let id: Int
  /// What is different between two notes of one identity.
  public var text: String

  /// Creates a note, by default an empty one.
  public init(id: Int, text: String = "") {
    self.id = id
    self.text = text
  }
}
