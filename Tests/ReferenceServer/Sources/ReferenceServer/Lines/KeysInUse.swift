import Synchronization

/// The keys whose change is being made: the same change does not begin twice at a time.
///
/// Not in the database, because after a kill nothing is being made.
final class KeysInUse: Sendable {
  private let keys = Mutex<Set<String>>([])

  /// Runs `work`, or returns `nil` because the key is in use.
  func with<Value>(_ key: String, _ work: () async throws -> Value) async rethrows -> Value? {
    guard keys.withLock({ $0.insert(key).inserted }) else { return nil }
    defer { keys.withLock { _ = $0.remove(key) } }
    return try await work()
  }
}
