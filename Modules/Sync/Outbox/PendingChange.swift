#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A queued change as the journal stores it, with the progress of sending it in this process.
///
/// The decoded change is stored separately in ``PendingChanges``, so this type need not be generic. A
/// loop over a long queue is faster if the type of its elements is known at compile time.
struct PendingChange: Sendable {
  var entry: OutboxEntry
  /// Whether this release can decode the change.
  var isReadable: Bool
  var isInFlight = false
  /// Whether the server may have applied the change.
  ///
  /// After a restart it is `true` for every change whose outcome is not stored.
  var mayBeApplied: Bool
  /// The number of failed attempts that reached the server, or may have reached it.
  var failures = 0
  /// The number of failed attempts in which the change did not leave the device.
  var unsentAttempts = 0
  /// The earliest time of the next attempt to send the change, measured since the queue was created.
  var notBefore = Duration.zero
  /// The earliest time at which the server permits the next attempt, measured since the queue was
  /// created.
  var serverNotBefore = Duration.zero

  var id: Int { entry.id }
  var lane: Lane { entry.lane }

  /// Whether the server has applied the change.
  var isApplied: Bool {
    if case .applied = entry.outcome { true } else { false }
  }

  /// Whether the change waits for the user's decision.
  var needsDecision: Bool {
    if case .refused = entry.outcome { true } else { !isReadable && !isApplied }
  }

  /// Returns the reason why the user has to retry, replace or discard the change; `nil` if none.
  func refusal<Change: OutboxChange>(of change: Change.Type) -> ChangeRefusal<Change.Rejection>? {
    if case .refused(let text) = entry.outcome {
      return ChangeRefusal(storedText: text, of: Change.self)
    }
    return isReadable ? nil : .unreadable
  }

  /// Whether a later change may be merged with this change or cancel it.
  ///
  /// `true` if the change has no outcome, cannot have been applied by the server, is not being sent, and
  /// can be decoded by this release.
  var isUnsent: Bool {
    entry.outcome == nil && !mayBeApplied && !isInFlight && isReadable
  }

  /// Whether this change has to wait for all earlier changes of a ``Lane``.
  func depends(on lane: Lane) -> Bool {
    switch entry.dependencies {
    case .none: lane == self.lane
    case .lanes(let lanes): lane == self.lane || lanes.contains(lane)
    case .everything: true
    }
  }
}

extension PendingChange {
  /// Returns the reason why the change is still queued.
  ///
  /// Several reasons can apply. They are checked in this order, and the first that applies is returned:
  /// - The server has applied the change.
  /// - The user has to decide about the change.
  /// - The change is being sent.
  /// - The change waits for `head`.
  /// - The change waits for `blocker`.
  /// - The gate is closed.
  /// - `run()` is not running.
  /// - The delay before the next attempt has not ended.
  ///
  /// - Parameters:
  ///   - head: The id of the first earlier change in the same ``Lane`` that is not applied; `nil` if
  ///     there is none.
  ///   - blocker: Returns the id of the first change in other lanes that must be applied before this
  ///     change; `nil` if there is none.
  ///   - closed: The reasons for which the gate is closed; empty if it is open.
  ///   - now: The current time, measured since the queue was created.
  ///   - isRunning: Whether ``OptimisticStore/run()`` is running.
  /// - Returns: The first reason that applies.
  func reason(
    head: Int?, blocker: @autoclosure () -> Int?, _ closed: Set<Gate.Reason>, _ now: Duration,
    isRunning: Bool
  ) -> WaitReason {
    if isApplied { return .applied }
    if needsDecision { return .needsDecision }
    if isInFlight { return .inFlight }
    if let head { return .blockedByEarlier(head) }
    if let blocker = blocker() { return .blockedByDependency(blocker) }
    if !closed.isEmpty { return .gateClosed(closed) }
    guard isRunning else { return .notRunning }
    if notBefore > now { return .backoff(notBefore - now) }
    return .ready
  }
}

extension ChangeRefusal {
  private static var conflictText: String { "it was changed elsewhere" }

  /// Decodes the text of a refusal in a journal's entry; an undecodable text becomes ``unreadable``.
  ///
  /// A conflict has a fixed text. Any other refusal is a rejection by the server. A rejection of a
  /// `LosslessStringConvertible` type is stored as its description, and any other rejection as JSON.
  /// Earlier releases had no typed rejections, and stored the server's text.
  init<Change: OutboxChange>(storedText text: String, of change: Change.Type)
  where Change.Rejection == Rejection {
    if text == Self.conflictText {
      self = .conflict
      return
    }
    if let textual = Rejection.self as? any LosslessStringConvertible.Type {
      // An earlier release may have stored the server's text instead of the rejection's description.
      // `rejection(fromStoredText:)` converts such a text.
      self =
        (textual.init(text) as? Rejection ?? Change.rejection(fromStoredText: text))
        .map(ChangeRefusal.rejected) ?? .unreadable
      return
    }
    do {
      self = .rejected(try JSONDecoder().decode(Rejection.self, from: Data(text.utf8)))
    } catch {
      self = Change.rejection(fromStoredText: text).map(ChangeRefusal.rejected) ?? .unreadable
    }
  }

  /// The text of this refusal in a journal's entry.
  ///
  /// If the rejection in this refusal cannot be encoded, the text is empty. After a restart, an empty
  /// text becomes ``unreadable`` unless ``OutboxChange/rejection(fromStoredText:)`` converts it.
  var storedText: String {
    switch self {
    case .rejected(let rejection):
      if let textual = rejection as? any LosslessStringConvertible { return textual.description }
      do { return String(decoding: try JSONEncoder().encode(rejection), as: UTF8.self) } catch {
        return ""
      }
    case .conflict: return Self.conflictText
    case .unreadable: return ""
    }
  }
}

/// An index of the changes that block later changes, built in one iteration over the queue.
///
/// A change waits for the earlier changes of its ``Lane`` and of the lanes that it depends on. Later
/// changes of all these lanes wait for this change. For example, an order depends on the cart. So the
/// order waits for the earlier changes of the cart, and later changes of the cart wait for the order.
///
/// A change is undecided if it needs a decision of the user, or waits for a change that needs one. The
/// user may never decide. Therefore an undecided change blocks only later changes of its own lane, and
/// later changes that depend on this lane. For example, a refused order does not block later changes of
/// the cart.
struct BlockingIndex {
  /// For each lane, the id of the lane's first change in the index.
  private var firstInLane: [Lane: Int] = [:]
  /// The id of the first change that was added to this index; `nil` for none.
  private var firstInQueue: Int?
  /// For each lane, the id of the first change that depends on this lane.
  ///
  /// Later changes of the lane wait for that change. Undecided changes are not included; see
  /// ``BlockingIndex``.
  private var firstDependent: [Lane: Int] = [:]
  /// The id of the first change that depends on all lanes; `nil` for none.
  ///
  /// All later changes wait for this change. Undecided changes are not included; see ``BlockingIndex``.
  private var firstDependentOnAll: Int?
  /// The lanes of the changes that need a decision of the user, or that wait for such a change.
  private var undecidedLanes: Set<Lane> = []

  /// Returns the id of the first change of a lane in the index; `nil` for none.
  func head(of lane: Lane) -> Int? { firstInLane[lane] }

  /// Returns the id of the first change of other lanes that blocks `entry`; `nil` for none.
  func blocker(of entry: OutboxEntry) -> Int? {
    let awaited: Int? =
      switch entry.dependencies {
      case .none: nil
      case .lanes(let lanes): lanes.compactMap { firstInLane[$0] }.min()
      case .everything: firstInQueue
      }
    return [awaited, firstDependent[entry.lane], firstDependentOnAll].compactMap(\.self).min()
  }

  /// Adds a queued change, so that it can block the changes that are added later.
  ///
  /// `entry` is the change's entry in the journal. `needsDecision` is whether the change waits for the
  /// user's decision.
  mutating func pass(_ entry: OutboxEntry, needsDecision: Bool) {
    if firstInLane[entry.lane] == nil { firstInLane[entry.lane] = entry.id }
    firstInQueue = firstInQueue ?? entry.id
    if needsDecision || waitsForDecision(entry) {
      undecidedLanes.insert(entry.lane)
      return
    }
    switch entry.dependencies {
    case .none: break
    case .lanes(let lanes):
      for lane in lanes { firstDependent[lane] = firstDependent[lane] ?? entry.id }
    case .everything: firstDependentOnAll = firstDependentOnAll ?? entry.id
    }
  }

  private func waitsForDecision(_ entry: OutboxEntry) -> Bool {
    switch entry.dependencies {
    case .none: undecidedLanes.contains(entry.lane)
    case .lanes(let lanes):
      undecidedLanes.contains(entry.lane) || !undecidedLanes.isDisjoint(with: lanes)
    case .everything: !undecidedLanes.isEmpty
    }
  }
}
