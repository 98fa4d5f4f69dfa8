import Synchronization

/// The idempotency keys of the changes in progress, so that no change is processed twice at a time.
///
/// The keys are not in the database, because after a kill no change is in progress.
final class KeysInUse: Sendable {
  private let keys = Mutex<Set<String>>([])

  /// Runs `work`, or returns `nil` if the key is in use.
  func with<Value>(_ key: String, _ work: () async throws -> Value) async rethrows -> Value? {
    guard keys.withLock({ $0.insert(key).inserted }) else { return nil }
    defer { keys.withLock { _ = $0.remove(key) } }
    return try await work()
  }
}
