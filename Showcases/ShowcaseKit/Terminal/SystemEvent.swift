import Dispatch

#if canImport(Darwin)
  import Darwin
#endif

/// A subscription to events of the system, such as signals; it lasts until ``cancel()`` is called.
///
/// `@unchecked Sendable`, because Dispatch sources are thread-safe but not declared `Sendable` on
/// every platform.
struct SystemEvent: @unchecked Sendable {
  private let source: any DispatchSourceProtocol

  /// Creates a subscription that calls `report` on `queue` when the descriptor has input, and when
  /// its input has ended.
  static func readable(
    _ descriptor: Int32, on queue: DispatchQueue, report: @escaping @Sendable () -> Void
  ) -> SystemEvent {
    SystemEvent(
      DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue), report)
  }

  /// Creates a subscription that calls `report` on `queue` when signal `number` arrives.
  ///
  /// Suppresses the default action of the signal. Blocks until Dispatch has registered the
  /// subscription. A signal that arrives before the registration is not reported.
  static func signal(
    _ number: Int32, on queue: DispatchQueue, report: @escaping @Sendable () -> Void
  ) -> SystemEvent {
    let isKnown = DispatchSemaphore(value: 0)
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setRegistrationHandler { isKnown.signal() }
    let event = SystemEvent(source, report)
    isKnown.wait()
    #if canImport(Darwin)
      // On Linux, Dispatch suppresses the signal's default action. On Darwin, Dispatch only observes
      // the signal, so the default action is suppressed here.
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
