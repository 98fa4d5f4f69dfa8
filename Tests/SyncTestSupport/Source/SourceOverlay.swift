/// What the user has changed and the stored snapshots do not show yet, as a feature lays it over them.
public struct SourceOverlay: Sendable {
  private struct Change {
    let note: Int
    let scope: Int
    /// The server's first version that has it; `nil` until the server has answered.
    var version: Int?
  }

  private var changes: [Change] = []

  /// Makes an empty one.
  public init() {}

  /// What waits to be seen in a snapshot.
  public var notes: Set<Int> { Set(changes.map(\.note)) }

  /// Takes a note that the user has made.
  public mutating func make(_ note: Int, scope: Int) {
    changes.append(Change(note: note, scope: scope))
  }

  /// The oldest note that the server does not have, with its scope.
  public var unsent: (note: Int, scope: Int)? {
    changes.first { $0.version == nil }.map { ($0.note, $0.scope) }
  }

  /// The server has a note since this version.
  public mutating func acknowledge(_ note: Int, version: Int) {
    for index in changes.indices where changes[index].note == note {
      changes[index].version = version
    }
  }

  /// A snapshot of this version is stored.
  public mutating func settle(_ scope: Int, version: Int) {
    changes.removeAll { change in
      guard let applied = change.version else { return false }
      return change.scope == scope && applied <= version
    }
  }

  /// What the user sees.
  public func over(_ shelf: Shelf) -> Shelf {
    var shown = shelf
    for change in changes where change.scope == shelf.scope { shown.notes[change.note] = 1 }
    return shown
  }
}
