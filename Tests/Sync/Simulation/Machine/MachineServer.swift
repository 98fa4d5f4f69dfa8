import Foundation
import Networking
import Sync
import SyncTestSupport

/// The server of a simulated machine, which performs each operation once.
struct MachineServer {
  typealias Answer = SendOutcome<Tap, Marks>

  let isVersioned: Bool
  let refuses: Bool
  let tellsTime: Bool
  /// The applied marks in order.
  private(set) var log: [Int] = []
  private(set) var requests = 0
  /// The server's clock less the true time, in seconds.
  var clockError: Double
  private var history: [(time: Double, log: [Int])] = [(0, [])]
  private var answers: [String: Answer] = [:]

  init(_ random: inout SplitMix64) {
    isVersioned = .random(using: &random)
    refuses = .random(using: &random)
    tellsTime = Int.random(in: 0..<4, using: &random) > 0
    clockError = .random(in: -100_000...100_000, using: &random)
  }

  /// The number of the marks that a replica knows that lags by some seconds.
  func count(at time: Double, lag: Double = 0) -> Int {
    lag == 0 ? log.count : history.last { $0.time <= time - lag }?.log.count ?? 0
  }

  private func clock(_ time: Double) -> Date? {
    tellsTime ? Date(timeIntervalSince1970: 1_000_000_000 + time + clockError) : nil
  }

  /// Answers a fetch with the first marks, read at a time.
  mutating func fetch(_ count: Int, unless validator: String?, at time: Double)
    -> FetchOutcome<Marks>
  {
    requests += 1
    if validator == "\(count)" { return .notModified }
    return .updated(
      update(count, at: time) { [log] in $0.confirmed = Array(log.prefix(count)) },
      validator: "\(count)")
  }

  private func update(
    _ count: Int, at time: Double, _ apply: @escaping @Sendable (inout Marks) -> Void
  ) -> ServerUpdate<Marks> {
    ServerUpdate(version: isVersioned ? ServerVersion(count) : nil, time: clock(time), apply)
  }

  /// Performs an operation, or repeats its answer.
  mutating func perform(
    _ change: OutgoingChange<Tap>, at time: Double, isFaulty: Bool, _ random: inout SplitMix64
  ) -> Answer {
    requests += 1
    // An import has another key after a crash, and is recognized by its content.
    let name = change.change.uniqueName ?? change.key.rawValue
    if let known = answers[name] { return known }
    let answer = decide(change, at: time, Int.random(in: 0..<100, using: &random), isFaulty)
    answers[name] = answer
    return answer
  }

  private mutating func decide(
    _ change: OutgoingChange<Tap>, at time: Double, _ roll: Int, _ isFaulty: Bool
  ) -> Answer {
    let tap = change.change
    if let tapped = change.tappedAt, let validity = tap.validity, let now = clock(time),
      now.timeIntervalSince(tapped) > Double(validity)
    {
      return .expired
    }
    let current = update(log.count, at: time) { [log] in $0.confirmed = log }
    if refuses, isFaulty, !tap.marks.contains(0) {
      if roll < 6 { return .rejected("no") }
      if roll < 12 { return .rejected("no", isVersioned ? current : ServerUpdate()) }
      if roll < 24 {
        return .conflict(rebased: roll < 20 ? tap : nil, isVersioned ? current : ServerUpdate())
      }
    }
    log += tap.marks
    history.append((time, log))
    if isVersioned { return .applied(update(log.count, at: time) { [log] in $0.confirmed = log }) }
    return .applied(
      ServerUpdate(needsFetch: roll > 80) { base in
        base.confirmed += tap.marks.filter { !base.confirmed.contains($0) }
      })
  }
}
