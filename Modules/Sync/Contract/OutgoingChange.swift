/// A change to send, with its idempotency key.
public struct OutgoingChange<Change: OutboxChange>: Sendable {
  /// The change; the same for every attempt under one key.
  public let change: Change
  /// The value of `Idempotency-Key`, by which the server recognizes a repeated attempt.
  public let key: String
  let serverIDs: [String: String]
  /// The number of the change in its queue.
  let id: Int

  /// Returns the server's id of an entity, if an earlier change has received one.
  ///
  /// Known for the change's own lane and the lanes that it depends on. The feature may have stored
  /// ids that the queue does not know.
  public func serverID(of lane: Lane) -> String? {
    serverIDs[lane.description]
  }
}
