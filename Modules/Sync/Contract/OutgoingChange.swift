/// A change on its way to the server.
public struct OutgoingChange<Change: OutboxChange>: Sendable {
  /// What is wanted: the same for every attempt under one key.
  public let change: Change
  /// Tells the server that an attempt repeats another: the `Idempotency-Key`.
  public let key: String
  let serverIDs: [String: String]
  /// The number of the change in its queue.
  let id: Int

  /// The server's id of an entity, as far as earlier changes of its lane have brought one.
  ///
  /// Known for the change's own lane and those it depends on. Who keeps the entity may know more.
  public func serverID(of lane: Lane) -> String? {
    serverIDs[lane.description]
  }
}
