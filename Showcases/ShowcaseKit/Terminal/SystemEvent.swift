import Dispatch

#if canImport(Darwin)
  import Darwin
#endif

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

  /// Reports on `queue` that a signal came, which then has no other effect.
  ///
  /// Returns once the system knows: a signal that came between the request and its effect would be
  /// lost.
  static func signal(
    _ number: Int32, on queue: DispatchQueue, report: @escaping @Sendable () -> Void
  ) -> SystemEvent {
    let isKnown = DispatchSemaphore(value: 0)
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setRegistrationHandler { isKnown.signal() }
    let event = SystemEvent(source, report)
    isKnown.wait()
    #if canImport(Darwin)
      // On Linux Dispatch takes the signal over; here it only watches it.
      Darwin.signal(number, SIG_IGN)
    #endif
    return event
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
