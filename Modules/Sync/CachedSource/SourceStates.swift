/// The states of a source as one reader sees them: each compared with the one that it saw before.
struct SourceStates<Scope: Hashable & Sendable, Value: Equatable & Sendable>: AsyncSequence,
  Sendable
{
  let states: AsyncStream<SourceState<Scope, Value>>
  let interest: SourceInterest
  let fetching: SourceFetching

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: AsyncStream<SourceState<Scope, Value>>.Iterator
    fileprivate var membership: SourceMembership?
    private var last: SourceState<Scope, Value>?

    fileprivate init(
      base: AsyncStream<SourceState<Scope, Value>>.Iterator, membership: SourceMembership?
    ) {
      self.base = base
      self.membership = membership
    }

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
      // A reader whose task was cancelled has left, even if it keeps the iterator.
      membership = nil
      return nil
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(
      base: states.makeAsyncIterator(), membership: SourceMembership(interest, fetching))
  }
}
