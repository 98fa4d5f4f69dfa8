import Storage

/// Wakes whoever sees to what follows from a change; several rings before a look are one.
struct Bell: Sendable {
  private let broadcast = Broadcast<Void>()

  func ring() { broadcast.tell(()) }

  func rings() -> AsyncStream<Void> { broadcast.observe(now: ()) }
}
