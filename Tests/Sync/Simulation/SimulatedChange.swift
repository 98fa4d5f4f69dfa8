@testable import Sync
import SyncTestSupport

/// A change in a simulation, with the single definition of its effect.
///
/// The server, the simulated screen, and the expected final state all use ``result(on:)``.
struct SimulatedChange: OutboxChange {
  enum Kind: String, Sendable, Codable {
    case create, set, delete, upload, order
    /// A change that the server always rejects.
    case refused
  }

  /// The numbers of the operations in this change; more than one after coalescing.
  var numbers: [Int]
  let kind: Kind
  let lane: Lane
  var quantity = 0
  var awaited: [Lane] = []
  /// The server revision on which a rebased change is based.
  var base = 0

  var dependencies: ChangeDependencies {
    if kind == .order { return .everything }
    return awaited.isEmpty ? .none : .lanes(Set(awaited))
  }

  var priority: SendPriority { kind == .upload ? .low : .normal }

  func coalesce(after earlier: SimulatedChange) -> CoalescingResult<SimulatedChange> {
    switch (earlier.kind, kind) {
    case (.create, .delete): .cancelled
    case (.create, .set): .merged(joined(earlier, kind: .create))
    case (.set, .set): .merged(joined(earlier, kind: .set))
    case (.set, .delete): .merged(joined(earlier, kind: .delete))
    default: .keepBoth
    }
  }

  /// Returns the quantity after the change, `nil` for no entity, and whether the server accepts it.
  func result(on quantity: Int?) -> (quantity: Int?, isAccepted: Bool) {
    switch kind {
    case .create, .upload, .order: (self.quantity, true)
    case .set: quantity == nil ? (nil, false) : (self.quantity, true)
    case .delete: (nil, true)
    case .refused: (quantity, false)
    }
  }

  /// Whether the change needs an entity that the server already has.
  var needsServerID: Bool { kind == .set || kind == .delete }

  /// Returns whether the contract orders this change after an earlier one.
  func waits(for earlier: SimulatedChange) -> Bool {
    lane == earlier.lane || awaits(earlier.lane)
  }

  /// Returns whether the change depends on a lane.
  func awaits(_ lane: Lane) -> Bool {
    kind == .order || awaited.contains(lane)
  }

  private func joined(_ earlier: SimulatedChange, kind: Kind) -> SimulatedChange {
    SimulatedChange(
      numbers: earlier.numbers + numbers, kind: kind, lane: lane, quantity: quantity,
      awaited: earlier.awaited, base: earlier.base)
  }
}
