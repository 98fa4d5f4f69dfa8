/// The states of a source for one consumer.
///
/// Equal states are skipped, and each state has the value of the previous one.
struct SourceStates<Scope: Hashable & Sendable, Value: Equatable & Sendable>: AsyncSequence,
  Sendable
{
  let states: AsyncStream<SourceState<Scope, Value>>
  /// `nil` for a consumer that causes no requests.
  let subscription: SourceSubscription?

  struct Iterator: AsyncIteratorProtocol {
    var base: AsyncStream<SourceState<Scope, Value>>.Iterator
    let subscription: SourceSubscription?
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
      // A consumer whose task was canceled has left, even if it still holds the sequence.
      subscription?.leave()
      return nil
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(base: states.makeAsyncIterator(), subscription: subscription)
  }
}
