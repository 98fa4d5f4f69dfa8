import Dispatch
import Synchronization

/// Runs every job of the probe on the main thread, one after the other.
///
/// The scripts say "fail the third `openat`", and a tracer counts calls per thread. Actors without
/// an executor of their own follow the task's preference, so a repository's calls come here too.
final class OneThread: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let arrived = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    arrived.signal()
  }

  /// Runs jobs until one of them ends the process.
  func run() -> Never {
    while true {
      arrived.wait()
      let job = jobs.withLock { $0.removeFirst() }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
