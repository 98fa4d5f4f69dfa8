/// An entry of the journal with what is known of it for as long as the process lives.
struct PendingChange<Change: OutboxChange>: Sendable {
  var entry: OutboxEntry
  /// `nil` when this release cannot read it.
  var change: Change?
  var isInFlight = false
  /// Whether the server may have it, which after a restart nobody knows.
  var mayBeApplied: Bool
  /// Attempts that reached the server or may have.
  var failures = 0
  /// Attempts that did not.
  var misses = 0
  /// When it may be tried again.
  var notBefore = Duration.zero
  /// The earliest time that the server named.
  var floor = Duration.zero

  var id: Int { entry.id }
  var lane: Lane { entry.lane }

  /// Whether the server need not be asked again.
  var isApplied: Bool {
    if case .applied = entry.outcome { true } else { false }
  }

  /// Why only the user can say what becomes of it, if that is so.
  var decision: String? {
    if case .refused(let reason) = entry.outcome { return reason }
    return change == nil ? "this release cannot read it" : nil
  }

  /// Whether a later change may still take its place.
  var isUnsent: Bool {
    entry.outcome == nil && !mayBeApplied && !isInFlight && change != nil
  }

  /// Whether it waits for all that a lane was told before it.
  func depends(on lane: Lane) -> Bool {
    switch entry.dependencies {
    case .none: lane == self.lane
    case .lanes(let lanes): lane == self.lane || lanes.contains(lane)
    case .everything: true
    }
  }
}
