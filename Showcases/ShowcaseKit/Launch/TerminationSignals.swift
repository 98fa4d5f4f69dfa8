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
/// Dispatch calls the handlers on a queue. There the cleanup may lock, allocate and remove files,
/// which a POSIX signal handler must not do.
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
        // `end(by:)` ends the process without releasing this lock. `cancel()` needs the lock, so it
        // blocks until the process ends.
        ending.lock.withLock { _ in
          tidyUp()
          Self.end(by: number)
        }
      }
    }
  }

  /// Cancels the handlers, or blocks forever if a signal is being handled.
  ///
  /// The handler of a signal closes the terminal, and the showcase quits because no more keys arrive.
  /// The showcase then calls this function while the handler is still running. If the function
  /// returned, the process could exit with status 0 as if no signal had arrived.
  func cancel() {
    ending.lock.withLock { _ in
      for event in events { event.cancel() }
    }
  }

  /// Ends the process by sending it the signal with its default action.
  ///
  /// A shell or a supervisor then sees which signal ended the process.
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
