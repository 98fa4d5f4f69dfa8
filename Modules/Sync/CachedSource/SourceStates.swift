/// The states of a source as one reader sees them: each compared with the one that it saw before.
struct SourceStates<Scope: Hashable & Sendable, Value: Equatable & Sendable>: AsyncSequence,
  Sendable
{
  let states: AsyncStream<SourceState<Scope, Value>>
  /// `nil` for a reader who does not want the network to be asked.
  let membership: SourceMembership?

  struct Iterator: AsyncIteratorProtocol {
    var base: AsyncStream<SourceState<Scope, Value>>.Iterator
    let membership: SourceMembership?
    var last: SourceState<Scope, Value>?

    mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> SourceState<Scope, Value>? {
      while var state = await base.next(isolation: actor) {
        if state == last { continue }
        let before = last
        last = state
        if before?.scope == state.scope { state.previous = before?.value }
        return state
      }
      // A reader whose task was cancelled has left, even if it keeps the states.
      membership?.leave()
      return nil
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(base: states.makeAsyncIterator(), membership: membership)
  }
}
