/// What became of one attempt to send a change; every class of answer is exactly one of these.
public enum Delivery<Change: OutboxChange>: Sendable {
  /// The server has it, under this id when it gave one.
  ///
  /// With a `version` the change stays, as ``WaitReason/settling(version:)``, until ``Outbox/settle(_:version:)``
  /// says that the screen's data has reached that version; without it is done.
  case applied(serverID: String? = nil, version: Int? = nil)

  /// It may have arrived: a timeout, a cut connection, a cancelled task. The same bytes are sent under
  /// the same key again.
  case unknown

  /// It certainly did not leave the device. Is tried again when the gate opens or after a while.
  case unreachable

  /// The server asks for another attempt, not before so long.
  case busy(retryAfter: Duration? = nil)

  /// Nothing may be sent for now: the gate is closed for this reason and the change stays as it is.
  case closed(Gate.Reason)

  /// The server has a newer version. With a change that takes it into account, that one is sent in its
  /// place under a new key, once; without, or the second time, the user decides.
  case conflict(rebased: Change?)

  /// The server refuses the change for good. The lane waits for the user's decision.
  case rejected(Change.Rejection)
}
