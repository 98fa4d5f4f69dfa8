/// An asynchronous mutex for an actor: admits one caller at a time, in the order of arrival.
///
/// An actor may run other calls at each suspension point. The mutex is for calls where that would
/// change the order in which changes reach the queue or the disk.
package struct AsyncMutex {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Creates a free mutex.
  package init() {}

  /// Acquires the mutex if it is free, and returns whether it was.
  package mutating func take() -> Bool {
    defer { isTaken = true }
    return !isTaken
  }

  /// Enqueues a caller, which resumes when the mutex has been released to it.
  package mutating func wait(_ continuation: CheckedContinuation<Void, Never>) {
    waiting.append(continuation)
  }

  /// Releases the mutex to the caller that has waited longest.
  package mutating func end() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
