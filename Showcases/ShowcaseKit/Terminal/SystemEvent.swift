import Dispatch

/// Something the system reports, again and again until it is cancelled.
///
/// Unchecked because Dispatch sources, which any thread may use, do not say so on every platform.
struct SystemEvent: @unchecked Sendable {
  private let source: any DispatchSourceProtocol

  /// Reports on `queue` that the descriptor has something to read, or has come to its end.
  static func readable(
    _ descriptor: Int32, on queue: DispatchQueue, report: @escaping @Sendable () -> Void
  ) -> SystemEvent {
    SystemEvent(
      DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue), report)
  }

  /// Reports on `queue` that a signal came; its usual effect must be switched off apart.
  static func signal(
    _ number: Int32, on queue: DispatchQueue, report: @escaping @Sendable () -> Void
  ) -> SystemEvent {
    SystemEvent(DispatchSource.makeSignalSource(signal: number, queue: queue), report)
  }

  private init(_ source: any DispatchSourceProtocol, _ report: @escaping @Sendable () -> Void) {
    source.setEventHandler(handler: report)
    source.activate()
    self.source = source
  }

  func cancel() {
    source.cancel()
  }
}
