import Synchronization

/// How many want to know what the network has, and the bell that rings when there is something to do.
final class SourceInterest: Sendable {
  private struct Members {
    var count = 0
    /// There while the source runs.
    var bell: AsyncStream<Void>.Continuation?
  }

  private let members = Mutex(Members())

  /// Whether anybody wants the network to be asked.
  var isThere: Bool { members.withLock { $0.count > 0 } }

  func join() {
    members.withLock { $0.count += 1 }
  }

  func leave() {
    members.withLock { $0.count -= 1 }
    ring()
  }

  /// Rings at once, and whenever there may be something to do.
  func bell() -> AsyncStream<Void> {
    let (rings, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    members.withLock { $0.bell = bell }
    bell.yield()
    return rings
  }

  func ring() {
    _ = members.withLock(\.bell)?.yield()
  }
}

/// One reader's part in the interest: over when its loop has ended or it has let go of the states.
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
