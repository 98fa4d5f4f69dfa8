import Dispatch

#if canImport(Darwin)
  import Darwin
#endif

/// A repeated event from the system, reported until it is canceled.
///
/// Unchecked because Dispatch sources are thread-safe but not declared `Sendable` on every
/// platform.
struct SystemEvent: @unchecked Sendable {
  private let source: any DispatchSourceProtocol

  /// Creates an event that reports on `queue` when the descriptor is readable or at its end.
  static func readable(
    _ descriptor: Int32, on queue: DispatchQueue, report: @escaping @Sendable () -> Void
  ) -> SystemEvent {
    SystemEvent(
      DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue), report)
  }

  /// Creates an event that reports a signal on `queue` and suppresses its default action.
  ///
  /// Returns after the registration is complete; a signal that arrived earlier would be lost.
  static func signal(
    _ number: Int32, on queue: DispatchQueue, report: @escaping @Sendable () -> Void
  ) -> SystemEvent {
    let isKnown = DispatchSemaphore(value: 0)
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setRegistrationHandler { isKnown.signal() }
    let event = SystemEvent(source, report)
    isKnown.wait()
    #if canImport(Darwin)
      // On Linux, Dispatch suppresses the default action; on Darwin, it only observes the signal.
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
