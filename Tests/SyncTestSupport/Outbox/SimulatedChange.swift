package import Sync

/// A change as the simulations make them: what it means is said here once, for the server, for what a
/// screen shows, and for what has to come out in the end.
package struct SimulatedChange: OutboxChange {
  package enum Kind: String, Sendable, Codable {
    case create, set, delete, upload, order
    /// What the server refuses whenever it comes.
    case refused
  }

  /// The operations that it stands for, by their numbers; more than one after coalescing.
  package var numbers: [Int]
  package let kind: Kind
  package let lane: Lane
  package var quantity = 0
  package var awaited: [Lane] = []
  /// The server's revision that a rebased change takes into account.
  package var base = 0

  package var dependencies: Dependencies {
    if kind == .order { return .everything }
    return awaited.isEmpty ? .none : .lanes(Set(awaited))
  }

  package var priority: Priority { kind == .upload ? .low : .normal }

  package func follow(_ earlier: SimulatedChange) -> Coalescing<SimulatedChange> {
    switch (earlier.kind, kind) {
    case (.create, .delete): .cancelled
    case (.create, .set): .merged(joined(earlier, kind: .create))
    case (.set, .set): .merged(joined(earlier, kind: .set))
    case (.set, .delete): .merged(joined(earlier, kind: .delete))
    default: .both
    }
  }

  /// What becomes of an entity of this quantity, `nil` being none; and whether that is accepted.
  package func result(on quantity: Int?) -> (quantity: Int?, isAccepted: Bool) {
    switch kind {
    case .create, .upload, .order: (self.quantity, true)
    case .set: quantity == nil ? (nil, false) : (self.quantity, true)
    case .delete: (nil, true)
    case .refused: (quantity, false)
    }
  }

  /// Whether it is about an entity that the server has to have by then.
  package var needsServerID: Bool { kind == .set || kind == .delete }

  /// Whether this one has to wait for an earlier one, by the rules of the contract.
  package func waits(for earlier: SimulatedChange) -> Bool {
    lane == earlier.lane || awaits(earlier.lane)
  }

  /// Whether it looks at a lane that is not its own.
  package func awaits(_ lane: Lane) -> Bool {
    kind == .order || awaited.contains(lane)
  }

  private func joined(_ earlier: SimulatedChange, kind: Kind) -> SimulatedChange {
    SimulatedChange(
      numbers: earlier.numbers + numbers, kind: kind, lane: lane, quantity: quantity,
      awaited: earlier.awaited, base: earlier.base)
  }
}
