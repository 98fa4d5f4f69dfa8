/// An element for collections in tests.
public struct Note: Identifiable, Codable, Equatable, Sendable {
  /// The identity of the note.
  public let id: Int
  /// The text of the note.
  public var text: String

  /// Creates a note, by default an empty one.
  public init(id: Int, text: String = "") {
    self.id = id
    self.text = text
  }
}
