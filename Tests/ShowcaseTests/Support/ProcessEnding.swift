#if os(macOS) || os(Linux)
  import Foundation
  import Synchronization

  /// How a process ended, for whoever waits for it.
  final class ProcessEnding: Sendable {
    private let status = Mutex<Int32?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    /// Must be made before the process is started, so that no end is missed.
    init(of process: Process) {
      process.terminationHandler = { [self] process in
        let bySignal = process.terminationReason == .uncaughtSignal
        status.withLock { $0 = (bySignal ? 128 : 0) + process.terminationStatus }
        ended.signal()
      }
    }

    var hasEnded: Bool { status.withLock { $0 != nil } }

    /// Blocks until the process ends and returns its status, or `nil` when the deadline came first.
    func wait(until deadline: DispatchTime) -> Int32? {
      guard ended.wait(timeout: deadline) == .success else { return nil }
      // For the next that waits.
      ended.signal()
      return status.withLock { $0 }
    }
  }

  /// Runs what blocks on a thread of its own: the threads of Swift's tasks are few and shared.
  enum OffThePool {
    static func run<Value: Sendable>(
      _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
      try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Result(catching: work)) }.start()
      }
    }
  }
#endif
