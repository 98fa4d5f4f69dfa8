/// The reason for which a change is still queued.
public enum WaitReason: Sendable, Hashable {
  /// Nothing blocks the change; it is sent next.
  case ready
  /// An attempt to send the change is in progress.
  case inFlight
  /// The ``Gate`` is closed for these reasons; the change can be sent once the gate opens.
  case gateClosed(Set<Gate.Reason>)
  /// ``OptimisticStore/run()`` is not running, so nothing is sent.
  case notRunning
  /// An earlier change of the same ``Lane``, with this id, has to be applied first.
  case blockedByEarlier(ChangeID)
  /// A change of another ``Lane``, with this id, has to be applied first.
  case blockedByDependency(ChangeID)
  /// The last attempt to send the change failed, and the next attempt starts after this delay.
  case backoff(Duration)
  /// The first attempt cannot be recorded, because the journal cannot be written.
  case notStored
  /// The user has to decide about the change because of its ``OutboxItem/refusal``.
  case needsDecision
  /// The server has applied the change.
  ///
  /// The change stays queued until the device has stored the confirmed value, which includes the effect
  /// of the change.
  case applied
}
