/// Lets callers of an actor through one at a time, in the order in which they came.
///
/// Between two steps of an actor's function others can run; what is kept and what is in the queue are
/// changed together, so those who change them take turns.
struct Turns {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Takes the turn if it is free.
  mutating func take() -> Bool {
    defer { isTaken = true }
    return !isTaken
  }

  mutating func wait(_ continuation: CheckedContinuation<Void, Never>) {
    waiting.append(continuation)
  }

  /// Gives the turn to who waited longest.
  mutating func end() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
