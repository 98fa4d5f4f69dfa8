/// What the user, the world and the network do in one simulation; nothing else is left to chance.
package struct Scenario: Sendable, Equatable, CustomStringConvertible {
  package var seed: UInt64
  package var steps: [Step]
  /// What becomes of each request, in the order of sending; nothing after the last.
  package var faults: [Fault]

  package init(seed: UInt64, steps: [Step], faults: [Fault] = []) {
    self.seed = seed
    self.steps = steps
    self.faults = faults
  }

  /// One thing that happens.
  ///
  /// What does not make sense at its time is left out, so that any part of a scenario is a scenario.
  package enum Step: Sendable, Hashable {
    /// The user makes a line or sets its quantity.
    case put(line: Int, quantity: Int)
    /// The same, and it has to wait for a photo or another line.
    case link(line: Int, to: Link)
    case delete(line: Int)
    /// A change that the server will refuse.
    case refused(line: Int)
    case upload(photo: Int)
    /// Waits for all that was said before.
    case order

    /// The user decides about one of the items there are, counted round.
    case retry(item: Int)
    case replace(item: Int, quantity: Int)
    case discard(item: Int)
    case retryNow

    /// The app stores a line's data as a server has it that is so many revisions behind.
    case pull(lane: Int, behind: Int)

    case close(Obstacle)
    case open(Obstacle)
    case crash
    /// A crash, after which the journal cannot be read at first.
    case crashLocked
    /// A crash, and the app that starts next cannot read one of the entries, or can read all.
    case update(canRead: Bool, entry: Int)
    /// The sending task ends without a crash, or begins anew.
    case stop, start
    case fillDisk, freeDisk

    /// This many steps of the executor.
    case run(Int)
    /// All steps that can be run; then everything is looked at.
    case settle
    /// Time goes on to when somebody waits for it.
    case advance
    case jump(seconds: Int)
  }

  package enum Link: Sendable, Hashable {
    case line(Int)
    case photo(Int)
  }

  package enum Obstacle: String, Sendable, Hashable, CaseIterable {
    case offline, migrating, noCity, signedOut
  }

  /// What becomes of one request.
  package enum Fault: Sendable, Hashable, CaseIterable {
    case none
    /// It certainly was not sent.
    case unsent
    /// It was sent and nobody heard of it again.
    case lost
    /// It was applied and the answer was lost.
    case answerLost
    case slow
    /// It came twice.
    case duplicated
    /// It came when the client had long given up.
    case late
    case unauthorized
    case keyInProgress
    case conflict
    /// A conflict for which the app has no answer.
    case hopelessConflict
    case tooMany
    case serverError
    /// The server failed when it had applied it.
    case serverErrorAfter
    /// It was applied, and the answer cannot be read.
    case garbage
  }

  package var description: String {
    let steps = steps.map { ".\($0)" }.joined(separator: ", ")
    let faults = faults.map { ".\($0)" }.joined(separator: ", ")
    return "Scenario(seed: \(seed), steps: [\(steps)], faults: [\(faults)])"
      .replacing("SyncTestSupport.Scenario.", with: "")
  }
}
