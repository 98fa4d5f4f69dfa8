import Sync

/// A change that adds marks to the server's list, with every property that a change may have.
struct Tap: OutboxChange {
  enum Coalescing: String, Codable {
    case never, merges, cancels
  }

  /// The model's decision about the change once it is refused.
  enum Refused: String, Codable {
    case asksUser, isRescued, isReplaced
  }

  var marks: [Int]
  let lane: Lane
  /// The lanes in the order in which they were drawn: a set has another one in each run.
  var earlier: [Lane] = []
  var isLarge = false
  /// The validity in seconds.
  var validity: Int?
  var recordsFirstAttempt = false
  var coalescing = Coalescing.never
  var refused = Refused.asksUser
  /// The device's data that the change has taken out of the base.
  var moved: Int?
  /// The device's data in the base that the change refers to.
  var reference: Int?
  /// Whether an old release cannot decode the change.
  var isNewer = false

  var dependencies: Set<Lane> { Set(earlier) }
  /// The name of an import, which may be enqueued again and again.
  var uniqueName: String? { marks == [0] ? "import" : nil }
  var validFor: Duration? { validity.map { .seconds($0) } }

  func coalesce(after earlier: Tap) -> CoalescingResult<Tap> {
    guard coalescing != .never, earlier.coalescing != .never else { return .keepBoth }
    if coalescing == .cancels { return .cancelled }
    var merged = self
    merged.marks = earlier.marks + marks
    return .merged(merged)
  }
}

extension Marks: CustomStringConvertible {
  var description: String { "\(confirmed), \(local.sorted())" }
}

/// The base of the simulated store: the server's marks, and data that only the device has.
struct Marks: Sendable, Equatable {
  var confirmed: [Int] = []
  var local: Set<Int> = []

  /// The marks of refused changes that the model has moved into the base.
  var rescued: Set<Int> { Set(local.filter { $0 >= Self.rescue }.map { $0 - Self.rescue }) }

  private static var rescue: Int { 100_000 }

  /// The rules of the simulated model.
  static func reconcile(
    _ base: inout Marks, _ snapshot: OptimisticSnapshot<Marks, Tap>
  ) -> [Resolution<Tap>] {
    // A crash may leave data in both files.
    base.local.subtract(snapshot.pending.compactMap(\.change?.moved))
    var resolutions: [Resolution<Tap>] = []
    for item in snapshot.pending where item.reason == .needsDecision {
      guard var tap = item.change else { continue }
      switch tap.refused {
      case .asksUser: continue
      case .isRescued:
        base.local.formUnion(tap.marks.map { $0 + rescue })
        resolutions.append(.discard(item.id))
      case .isReplaced:
        tap.refused = .asksUser
        resolutions.append(.replace(item.id, with: tap))
      }
    }
    return resolutions
  }
}
