/// An asynchronous mutex for an actor: admits one caller at a time, first come, first served.
///
/// An actor may run other calls whenever a call suspends. A call acquires the mutex if such interleaved
/// calls could change the sequence in which changes reach the queue or the disk.
package struct AsyncMutex {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Creates a free mutex.
  package init() {}

  /// Acquires the mutex if it is free; returns `false` if it is taken.
  package mutating func take() -> Bool {
    defer { isTaken = true }
    return !isTaken
  }

  /// Enqueues a caller, which is resumed once it owns the mutex.
  package mutating func wait(_ continuation: CheckedContinuation<Void, Never>) {
    waiting.append(continuation)
  }

  /// Releases the mutex, or passes it to the caller that has waited longest.
  package mutating func end() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
