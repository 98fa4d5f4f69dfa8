/// The outcome of one attempt to send a change; each class of answer maps to exactly one case.
enum Delivery<Change: OutboxChange>: Sendable {
  /// The server has applied the change, and named the entity's id if it has assigned one.
  ///
  /// The change stays queued as ``WaitReason/applied`` until ``Outbox/settle(_:)``: the stored data
  /// contains it.
  case applied(serverID: String? = nil)

  /// The server may have applied the change: a timeout, a cut connection or a canceled task.
  ///
  /// The same bytes are sent again under the same key.
  case unknown

  /// The change certainly has not left the device.
  ///
  /// It is sent again when the gate opens or after a delay.
  case unreachable

  /// The server asks for another attempt, at the earliest after `retryAfter`.
  case busy(retryAfter: Duration? = nil)

  /// Nothing may be sent: the gate closes for this reason, and the change stays queued.
  case closed(Gate.Reason)

  /// The server has a newer version of the entity.
  ///
  /// The rebased change is sent once in place of the change, under a new key. Without one, or after
  /// a second conflict, the user decides.
  case conflict(rebased: Change?)

  /// The server refuses the change for good.
  ///
  /// The lane waits for the user's decision.
  case rejected(Change.Rejection)
}
