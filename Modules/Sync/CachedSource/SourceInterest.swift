import Synchronization

/// The number of consumers that want requests to be made, and the signal that wakes the source.
package final class SourceInterest: Sendable {
  private struct Members {
    var count = 0
    /// Wakes the source; `nil` before its first run.
    var bell: AsyncStream<Void>.Continuation?
  }

  private let members = Mutex(Members())

  /// Creates an interest without consumers.
  package init() {}

  /// Whether at least one consumer wants requests to be made.
  package var isThere: Bool { members.withLock { $0.count > 0 } }

  /// Adds a consumer.
  package func join() {
    members.withLock { $0.count += 1 }
  }

  /// Removes a consumer and wakes the source.
  package func leave() {
    members.withLock { $0.count -= 1 }
    ring()
  }

  /// Returns a stream that yields once now, then whenever the source may have something to do.
  package func bell() -> AsyncStream<Void> {
    let (rings, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    members.withLock { $0.bell = bell }
    bell.yield()
    return rings
  }

  /// Wakes the source.
  package func ring() {
    _ = members.withLock(\.bell)?.yield()
  }
}

/// The subscription of one consumer; it ends with the iteration or with the release of the states.
final class SourceMembership: Sendable {
  private let interest: SourceInterest
  private let hasLeft = Atomic(false)

  init(_ interest: SourceInterest) {
    self.interest = interest
    interest.join()
  }

  func leave() {
    if !hasLeft.exchange(true, ordering: .relaxed) { interest.leave() }
  }

  deinit { leave() }
}
