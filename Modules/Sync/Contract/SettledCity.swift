public import Networking
import Storage

/// The chosen city, for which every feature makes its requests.
///
/// The feature Cities sets it; every other feature reads it before each request. While there is no city,
/// the gate is closed for ``Gate/Reason/noCity``.
public final class SettledCity: Sendable {
  private let current: ObservedState<RequestContext?>
  /// The gate of all requests, which is closed while no city is chosen.
  public let gate: Gate

  /// Creates a holder of the chosen city, which is initially the city of `context`.
  ///
  /// If `context` is `nil`, there is no city, and `gate` is closed for ``Gate/Reason/noCity``.
  public init(_ context: RequestContext? = nil, gate: Gate = Gate()) {
    current = ObservedState(context)
    self.gate = gate
    if context == nil { gate.close(for: .noCity) }
  }

  /// The city for which requests are made; `nil` before one is chosen.
  public var context: RequestContext? { current.state }

  /// Sets the chosen city, and removes the reason ``Gate/Reason/noCity`` from the ``gate``.
  ///
  /// If `context` is `nil`, no city is chosen any more, and the gate is closed for this reason.
  ///
  /// When this call has returned, every feature uses the new city for its next request.
  public func settle(in context: RequestContext?) {
    current.update { current in
      guard context != current else { return }
      current = context
      if context == nil { gate.close(for: .noCity) } else { gate.open(for: .noCity) }
    }
  }

  /// Returns the current city, then each update; a slow consumer skips intermediate cities.
  public func changes() -> AsyncStream<RequestContext?> { current.states() }
}
