import Dispatch

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
struct TerminationSignals: Sendable {
  private let events: [SystemEvent]

  init(tidyUp: @escaping @Sendable () -> Void) {
    let queue = DispatchQueue(label: "TerminationSignals")
    events = [SIGHUP, SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      return SystemEvent.signal(number, on: queue) {
        tidyUp()
        Self.end(by: number)
      }
    }
  }

  func cancel() {
    for event in events { event.cancel() }
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
