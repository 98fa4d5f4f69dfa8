#if os(macOS) || os(Linux)
  import Foundation
  import Synchronization

  /// The exit status of a process, for threads that wait for it.
  final class ProcessEnding: Sendable {
    private let status = Mutex<Int32?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    /// Observes a process; must be called before the process starts, so that no exit is missed.
    init(of process: Process) {
      process.terminationHandler = { [self] process in
        let bySignal = process.terminationReason == .uncaughtSignal
        status.withLock { $0 = (bySignal ? 128 : 0) + process.terminationStatus }
        ended.signal()
      }
    }

    var hasEnded: Bool { status.withLock { $0 != nil } }

    /// Blocks until the process exits and returns its status, or `nil` after the deadline.
    func wait(until deadline: DispatchTime) -> Int32? {
      guard ended.wait(timeout: deadline) == .success else { return nil }
      // Resumes the next waiting thread.
      ended.signal()
      return status.withLock { $0 }
    }
  }

  /// Runs blocking work on its own thread, because the threads of Swift's tasks are few and shared.
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
