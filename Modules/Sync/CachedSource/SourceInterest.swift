import Synchronization

/// How many want to know what the network has, and the bell that rings when that may be others.
final class SourceInterest: Sendable {
  private struct Members {
    var count = 0
    /// The most that those want who have come since somebody looked.
    var newcomer: SourceFetching?
    /// There while the source runs.
    var bell: AsyncStream<Void>.Continuation?
  }

  private let members = Mutex(Members())

  /// Whether anybody wants the network to be asked.
  var isThere: Bool { members.withLock { $0.count > 0 } }

  func join(_ fetching: SourceFetching) {
    members.withLock { members in
      members.count += 1
      if members.newcomer != .always { members.newcomer = fetching }
    }
    ring()
  }

  func leave() {
    members.withLock { $0.count -= 1 }
    ring()
  }

  /// What those want who are new since the last time.
  func greet() -> SourceFetching? {
    members.withLock { $0.newcomer.take() }
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

/// A reader's part in the interest, from the first look to the last.
final class SourceMembership: Sendable {
  private let interest: SourceInterest

  /// `nil` for a reader who does not want the network to be asked.
  init?(_ interest: SourceInterest, _ fetching: SourceFetching) {
    guard fetching != .never else { return nil }
    self.interest = interest
    interest.join(fetching)
  }

  deinit { interest.leave() }
}
