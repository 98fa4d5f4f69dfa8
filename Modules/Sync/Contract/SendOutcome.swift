/// The outcome of one attempt to send a change.
public enum SendOutcome<Change: OutboxChange, Base: Sendable>: Sendable {
  /// The server has applied the change; the update writes the result to the base.
  case applied(ServerUpdate<Base>)
  /// The server has a newer value, and the change conflicts with it.
  ///
  /// `rebased` is the change adapted to the newer value. It replaces this change and is sent under a
  /// new idempotency key. If `rebased` is `nil`, or if the rebased change conflicts again, the change
  /// waits for the user's decision. The update writes the newer value to the base.
  case conflict(rebased: Change?, ServerUpdate<Base>)
  /// The server refuses the change permanently, and the change waits for the user's decision.
  ///
  /// The first associated value is the server's reason. If the response also contains the server's
  /// current value, the second associated value writes that value to the base. By default, the base
  /// stays unchanged.
  case rejected(Change.Rejection, ServerUpdate<Base> = ServerUpdate())
  /// The server refuses the change, because it is older than ``OutboxChange/validFor``.
  case expired
  /// The server may have applied the change.
  ///
  /// The change is sent again under the same idempotency key after a delay.
  case unknown
  /// The change has not left the device.
  ///
  /// The next attempt starts when the ``Gate`` opens, when the user chooses another city, or after a
  /// delay.
  case notSent
  /// The change waits for something else on the device, such as the server's id of an address.
  ///
  /// The next attempt starts as after ``notSent``, and the other changes do not wait for it.
  case waiting
  /// The server asks for another attempt after this delay at the earliest.
  ///
  /// The delay is `nil` if the response does not state one.
  case tryLater(after: Duration? = nil)
  /// No request may be sent; the store closes the ``Gate``, and the change stays queued.
  ///
  /// The associated value is the reason, such as ``Gate/Reason/signedOut`` for an expired sign-in.
  case closed(Gate.Reason)
}
