/// The file behind a repository's value: the seam between when a value is written and how.
protocol ValueFile<Value>: Sendable {
  associatedtype Value: Sendable
  /// Where the files stand, kept from one access to the next.
  associatedtype Position: Sendable

  func load() throws(StorageError) -> Loaded<Value, Position>

  /// Writes what differs from what the files hold at `position`, and moves it.
  func write(_ value: Value?, from position: inout Position) throws(StorageError)
}

/// What was found, and where the files stand.
struct Loaded<Value: Sendable, Position: Sendable>: Sendable {
  var value: Value?
  var position: Position
  /// The value is not in this version's file: it was migrated or merged.
  var isBehind = false
  /// There is only a value that a newer release can read.
  var newer: StorageError?
}
