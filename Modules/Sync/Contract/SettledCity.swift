public import Networking
import Storage
import Synchronization

/// The city in which the app makes its requests, shared by all features.
///
/// The feature Cities sets it; every other feature reads it before each request. Without a city the gate
/// is closed for ``Gate/Reason/noCity``.
public final class SettledCity: Sendable {
  private let current: Mutex<RequestContext?>
  /// The gate that is closed while there is no city.
  public let gate: Gate
  private let observers = Broadcast<RequestContext?>()

  /// Creates an object for a city; if `context` is `nil`, closes `gate`.
  public init(_ context: RequestContext? = nil, gate: Gate = Gate()) {
    current = Mutex(context)
    self.gate = gate
    if context == nil { gate.close(for: .noCity) }
  }

  /// The city that requests are made in; `nil` before one is chosen.
  public var context: RequestContext? { current.withLock { $0 } }

  /// Sets the city and opens the gate for ``Gate/Reason/noCity``; `nil` closes it.
  ///
  /// Every feature uses the new city once this call has returned.
  public func settle(in context: RequestContext?) {
    current.withLock { current in
      guard context != current else { return }
      current = context
      observers.tell(context)
      if context == nil { gate.close(for: .noCity) } else { gate.open(for: .noCity) }
    }
  }

  /// Returns the current city, then each update; a slow consumer skips intermediate cities.
  public func changes() -> AsyncStream<RequestContext?> {
    current.withLock { observers.observe(now: $0) }
  }
}
