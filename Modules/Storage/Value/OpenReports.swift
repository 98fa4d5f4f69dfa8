import Synchronization

/// The receivers of the reports on a directory and its subdirectories.
final class OpenReports: Sendable {
  /// The end of an opening for one receiver, which passes on the report for the duration.
  typealias End = (_ report: (Duration) -> OpenReport) -> Void

  private let receivers = Mutex<[@Sendable () -> End]>([])

  /// Adds a receiver, as a closure that is called at the begin of each opening.
  func add(_ receiver: @escaping @Sendable () -> End) {
    receivers.withLock { $0.append(receiver) }
  }

  /// Begins an opening for all receivers.
  func begin() -> [End] { receivers.withLock { $0 }.map { $0() } }
}
