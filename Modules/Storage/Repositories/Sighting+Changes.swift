extension AsyncStream {
  /// Returns the changes between consecutive states; states with equal values are skipped.
  func changes<Value: Sendable, Seen: Equatable & Sendable>(
    _ seen: @escaping @Sendable (Value?) -> Seen
  ) -> some AsyncSequence<RepositoryChange<Seen>, Never> & Sendable
  where Element == Sighting<Value> {
    RepositoryChanges(sightings: self, seen: seen)
  }
}

/// The states of a store as changes, each from the last value that the observer received.
private struct RepositoryChanges<Value: Sendable, Seen: Equatable & Sendable>: AsyncSequence,
  Sendable
{
  let sightings: AsyncStream<Sighting<Value>>
  let seen: @Sendable (Value?) -> Seen

  struct Iterator: AsyncIteratorProtocol {
    var base: AsyncStream<Sighting<Value>>.Iterator
    let seen: @Sendable (Value?) -> Seen
    private var last: Seen?

    mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> RepositoryChange<Seen>? {
      while let sighting = await base.next(isolation: actor) {
        let before = last.take()
        switch sighting {
        case .notLoaded: return .notLoaded
        case .loading(let migration): return .loading(migration)
        case .failed(let error): return .failed(error)
        case .loaded(let value):
          let now = seen(value)
          last = now
          guard let before else { return .loaded(now) }
          if before != now { return .changed(from: before, to: now) }
        }
      }
      return nil
    }

    init(base: AsyncStream<Sighting<Value>>.Iterator, seen: @escaping @Sendable (Value?) -> Seen) {
      self.base = base
      self.seen = seen
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(base: sightings.makeAsyncIterator(), seen: seen)
  }
}
