/// The simulated server's value for a scope: notes by number, some of them created by the user.
public struct Shelf: Codable, Equatable, Sendable {
  /// The scope of the shelf.
  public let scope: Int
  /// The notes.
  public var notes: [Int: Int]

  /// Creates a shelf.
  public init(scope: Int, notes: [Int: Int] = [:]) {
    self.scope = scope
    self.notes = notes
  }
}
