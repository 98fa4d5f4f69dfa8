/// An asynchronous mutex for an actor: admits one caller at a time, first come, first served.
///
/// An actor may run other calls while one of its functions is suspended. A function that must not be
/// interleaved with another one, such as a write to the disk, acquires the mutex first.
struct AsyncMutex {
  private var isLocked = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Locks the mutex if it is unlocked; returns whether the caller owns it now.
  mutating func lockIfAvailable() -> Bool {
    defer { isLocked = true }
    return !isLocked
  }

  /// Enqueues a caller, which is resumed once it owns the mutex.
  mutating func wait(_ continuation: CheckedContinuation<Void, Never>) {
    waiting.append(continuation)
  }

  /// Unlocks the mutex, or passes it to the caller that has waited longest.
  mutating func unlock() {
    if waiting.isEmpty { isLocked = false } else { waiting.removeFirst().resume() }
  }
}
