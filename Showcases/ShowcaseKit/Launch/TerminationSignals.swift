import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Lets the process tidy up when it is told to end, then end as the signal asks.
///
/// Dispatch delivers the signals on a queue of its own, so that the tidying may lock, allocate and
/// remove files, none of which a signal handler may do.
final class TerminationSignals: Sendable {
  private let events: [SystemEvent]
  private let ending: Ending

  private final class Ending: Sendable {
    let lock = Mutex(())
  }

  init(tidyUp: @escaping @Sendable () -> Void) {
    let queue = DispatchQueue(label: "TerminationSignals")
    let ending = Ending()
    self.ending = ending
    events = [SIGHUP, SIGINT, SIGTERM].map { number in
      SystemEvent.signal(number, on: queue) {
        // Never given back: see `cancel()`.
        ending.lock.withLock { _ in
          tidyUp()
          Self.end(by: number)
        }
      }
    }
  }

  /// Stops listening; does not return when a signal is already being followed.
  ///
  /// Tidying up closes the terminal, so the showcase sees the end of the keys and wants to leave.
  /// Without the wait it would leave with status 0 now and then, as if no signal had come.
  func cancel() {
    ending.lock.withLock { _ in
      for event in events { event.cancel() }
    }
  }

  /// Dies by the signal itself, so that a shell or a supervisor sees why the process ended.
  private static func end(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, number)
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    raise(number)
    exit(128 + number)
  }
}
