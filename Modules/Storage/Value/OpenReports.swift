import Synchronization

/// The receivers of the reports on a directory and its subdirectories.
final class OpenReports: Sendable {
  fileprivate struct Receiver: Sendable {
    let now: @Sendable () -> Duration
    let receive: @Sendable (OpenReport) -> Void
  }

  /// An opening that has begun, for one receiver.
  struct Opening {
    fileprivate let receiver: Receiver
    fileprivate let start: Duration

    /// Passes the report, which `make` returns for a duration.
    func end(_ make: (Duration) -> OpenReport) {
      receiver.receive(make(receiver.now() - start))
    }
  }

  private let receivers = Mutex<[Receiver]>([])

  func add(
    _ now: @escaping @Sendable () -> Duration, _ receive: @escaping @Sendable (OpenReport) -> Void
  ) {
    receivers.withLock { $0.append(Receiver(now: now, receive: receive)) }
  }

  func begin() -> [Opening] {
    receivers.withLock { $0 }.map { Opening(receiver: $0, start: $0.now()) }
  }
}
