import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Runs every job on the main thread, one after the other, for a tool that counts instructions: it
/// loses its way when threads make threads, and what waiting costs is different each time.
package final class OneThread: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let arrived = DispatchSemaphore(value: 0)

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    arrived.signal()
  }

  /// Does what a probe was asked, on one thread if the environment wants that, and ends the process.
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
