/// What the simulated server has for a scope: notes by their number, some of which the user has made.
public struct Shelf: Codable, Equatable, Sendable {
  /// The scope that it was made for.
  public let scope: Int
  /// The notes.
  public var notes: [Int: Int]

  /// Makes a shelf.
  public init(scope: Int, notes: [Int: Int] = [:]) {
    self.scope = scope
    self.notes = notes
  }
}
