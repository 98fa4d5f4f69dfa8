/// The user's changes that the stored snapshots do not contain yet, as a feature applies them.
public struct SourceOverlay: Sendable {
  private struct Change {
    let note: Int
    let scope: Int
    /// The first server version that contains the change; `nil` until the server has answered.
    var version: Int?
  }

  private var changes: [Change] = []

  /// Creates an empty overlay.
  public init() {}

  /// The notes that no stored snapshot contains yet.
  public var notes: Set<Int> { Set(changes.map(\.note)) }

  /// Adds a note by the user.
  public mutating func make(_ note: Int, scope: Int) {
    changes.append(Change(note: note, scope: scope))
  }

  /// The oldest note that the server has not confirmed, with its scope.
  public var unsent: (note: Int, scope: Int)? {
    changes.first { $0.version == nil }.map { ($0.note, $0.scope) }
  }

  /// Notes the first server version that contains a note.
  public mutating func acknowledge(_ note: Int, version: Int) {
    for index in changes.indices where changes[index].note == note {
      changes[index].version = version
    }
  }

  /// Removes the changes that a stored snapshot of this version contains.
  public mutating func settle(_ scope: Int, version: Int) {
    changes.removeAll { change in
      guard let applied = change.version else { return false }
      return change.scope == scope && applied <= version
    }
  }

  /// Returns a shelf with the user's changes applied.
  public func over(_ shelf: Shelf) -> Shelf {
    var shown = shelf
    for change in changes where change.scope == shelf.scope { shown.notes[change.note] = 1 }
    return shown
  }
}
