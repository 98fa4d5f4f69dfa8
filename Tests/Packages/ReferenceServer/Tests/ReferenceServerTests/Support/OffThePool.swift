import Foundation

/// Runs blocking work outside the threads of Swift's concurrency, which are few and shared.
enum OffThePool {
  /// Runs `work` on a new thread and suspends until it returns.
  static func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread { continuation.resume(with: Result(catching: work)) }.start()
    }
  }
}
