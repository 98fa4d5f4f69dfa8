import Foundation

/// Runs what blocks on a thread of its own: the threads of Swift's tasks are few and shared.
public enum OffThePool {
  /// Runs `work` and waits for it without a thread of the pool.
  public static func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread { continuation.resume(with: Result(catching: work)) }.start()
    }
  }
}
