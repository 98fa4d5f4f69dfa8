import Synchronization

/// The active fault, shared by the keys of a showcase and its sandbox.
public final class SandboxFaults: Sendable {
  private let state: Mutex<SandboxFault?>

  /// Creates the switch, without a fault by default.
  public init(_ active: SandboxFault? = nil) {
    state = Mutex(active)
  }

  /// The active fault, or `nil`.
  public var active: SandboxFault? { state.withLock { $0 } }

  /// Activates `fault` in place of any other; `nil` ends the active one.
  public func set(_ fault: SandboxFault?) {
    state.withLock { $0 = fault }
  }

  /// Activates `fault`, or ends it if it is active.
  public func toggle(_ fault: SandboxFault) {
    state.withLock { $0 = $0 == fault ? nil : fault }
  }
}
