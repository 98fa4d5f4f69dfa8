import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An executor that runs every job on the main thread in order, for tools that count instructions.
///
/// Such tools lose track when threads start threads, and the cost of waiting differs in each run.
package final class OneThread: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let arrived = DispatchSemaphore(value: 0)

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    arrived.signal()
  }

  /// Performs a probe's task, on one thread if `ONE_THREAD` is set, and then ends the process.
  package static func main(_ task: @escaping @Sendable () async throws -> Void) async throws {
    guard getenv("ONE_THREAD") != nil else { return try await task() }
    let main = OneThread()
    Task(executorPreference: main) {
      do {
        try await task()
        exit(0)
      } catch {
        print(error)
        exit(1)
      }
    }
    main.run()
  }

  private func run() -> Never {
    while true {
      arrived.wait()
      let job = jobs.withLock { $0.removeFirst() }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

/// Prints and flushes at once, so that the line appears at its place among traced system calls.
package func printAtOnce(_ line: String) {
  print(line)
  fflush(nil)
}
