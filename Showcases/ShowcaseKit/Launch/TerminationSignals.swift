import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Handlers that clean up on a termination signal, then end the process with that signal.
///
/// Dispatch delivers the signals on its own queue, so the cleanup may lock, allocate and remove
/// files. A signal handler may do none of these.
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
        // Never released, see `cancel()`.
        ending.lock.withLock { _ in
          tidyUp()
          Self.end(by: number)
        }
      }
    }
  }

  /// Cancels the handlers; never returns once a signal is being handled.
  ///
  /// The cleanup closes the terminal, so the showcase reads the end of the keys and quits. If this
  /// call returned, the process could exit with status 0 as if no signal had arrived.
  func cancel() {
    ending.lock.withLock { _ in
      for event in events { event.cancel() }
    }
  }

  /// Ends the process with the signal itself, so that a shell or a supervisor sees the cause.
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
