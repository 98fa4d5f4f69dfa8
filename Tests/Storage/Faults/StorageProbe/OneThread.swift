import Dispatch
import Synchronization

/// An executor that runs every job of the probe on the main thread, one after another.
///
/// The scripts inject a fault into, for example, the third `openat`, and a tracer counts calls per
/// thread. Actors without their own executor follow the task's preference, so a repository's calls
/// run here too.
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
