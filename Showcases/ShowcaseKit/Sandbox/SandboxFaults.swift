import Synchronization

/// The switch for what goes wrong, shared by the keys of a showcase and its sandbox.
public final class SandboxFaults: Sendable {
  private let state: Mutex<SandboxFault?>

  /// Creates the switch, with nothing wrong unless told.
  public init(_ active: SandboxFault? = nil) {
    state = Mutex(active)
  }

  /// What goes wrong now, or `nil`.
  public var active: SandboxFault? { state.withLock { $0 } }

  /// Makes `fault` the one that goes wrong; `nil` ends them all.
  public func set(_ fault: SandboxFault?) {
    state.withLock { $0 = fault }
  }

  /// Switches `fault` on, or off when it is on.
  public func toggle(_ fault: SandboxFault) {
    state.withLock { $0 = $0 == fault ? nil : fault }
  }
}
