/// The life of a queued change.
///
/// ```
/// journaling → queued → (marking →) sending → applied → removed
///     ↑          ↑  └ expired ──┐     ├──→ queued: no response, try later, not sent
///     └──── retry, replace ── refused ┴──→ journaling: conflict with a rebased change
/// ```
enum Phase: Sendable, Equatable {
  /// The change is shown. Its record has not been written, and no write of it has failed.
  case journaling
  /// Waits for its lanes, the gate, the base or a delay.
  case queued
  /// The record of its first attempt is being written; see ``OutboxChange/recordsFirstAttempt``.
  case marking
  /// An attempt is in progress.
  case sending
  /// Waits for the user.
  case refused
  /// The server has applied the change, and the base contains it.
  ///
  /// Its record is removed from the journal as soon as the base that it needs is stored.
  case applied
  /// The change has been removed; its record goes in the same way.
  case discarded
}

/// A queued change: its record, its phase, and what this process knows about its attempts.
///
/// The decoded content is stored beside it, so that this type need not be generic.
struct Change: Sendable, Equatable {
  var entry: OutboxEntry
  var phase: Phase
  /// The time at which the change was made, or was read from the journal.
  let since: Duration
  /// The base that has to be stored before the record is written; 0 for none.
  var needs: Revision = 0
  /// Whether the journal has a record of the change.
  var isOnDisk = false
  /// Whether an attempt ended without outcome, in this process or in an earlier one.
  var mayBeApplied = false
  /// The number of attempts in this process that failed although there was a network.
  var failures = 0
  /// The end of the delay after the last attempt.
  var delayEnd = Duration.zero
  /// The end of the delay that the server requested for this change; a new connection does not shorten it.
  var wishEnd = Duration.zero
  /// The time at which its validity ends; `nil` if it has none, or if it is not known yet.
  var deadline: Duration?

  /// The earliest time of the next attempt.
  var notBefore: Duration { max(delayEnd, wishEnd) }

  /// Whether the change is not in the base, so that others may have to wait for it.
  var isOpen: Bool { phase != .applied && phase != .discarded }

  mutating func endDelay() { (delayEnd, wishEnd) = (.zero, .zero) }

  /// Whether the change was never sent, so that it may be merged, withdrawn or expire.
  var isUnsent: Bool { (phase == .journaling || phase == .queued) && !mayBeApplied }
}

/// The number of a fetch; the first one of the process is 1.
typealias Epoch = Int
/// The number of a base in memory; each different base has the next number.
typealias Revision = Int
/// The number of a call that waits for a reply.
typealias Waiter = Int
