import Foundation
import Networking
import NetworkingTestSupport
import Storage
@testable import Sync
import SyncTestSupport

/// A machine that a test drives by hand, with a short notation of its effects.
///
/// Effects to be repeated at a time are in ``alarm``; the others are texts such as `save 1`, `remove 1`,
/// `store a b`, `fetch`, `send 1 key1` and `reply 7`.
struct Table {
  typealias Core = SyncMachine<[String], Wish>

  var core: Core
  var now = Duration.zero
  var surroundings = Surroundings()
  private(set) var alarm: Duration?
  private(set) var works: [Core.Work] = []
  /// The reports of the last event.
  private(set) var reports: [DiagnosticEvent] = []

  /// Creates a machine after the files have been read, and by default after its first fetch.
  init(
    _ entries: [OutboxEntry] = [], capacity: Int = 10, isOnline: Bool = true,
    fetchesBeforeRepeating: Bool = false, version: Int? = 1, time: Double? = 1_000,
    reconcile:
      @escaping @Sendable (inout [String], OptimisticSnapshot<[String], Wish>) -> [Resolution<Wish>] =
      {
        _, _ in []
      }
  ) {
    let keys = Log<Void>()
    core = Core(
      Core.Rules(
        capacity: capacity, fetchesBeforeRepeating: fetchesBeforeRepeating,
        makeKey: { "key\(keys.add(()))" }, reconcile: reconcile),
      base: [], random: EqualNumbers())
    on(.load(0))
    let files = Core.Files(base: [], entries: entries, contents: OutboxEntry.contents(of: entries))
    on(.loaded(.success(files)))
    surroundings.context = .almaty
    guard isOnline else { return }
    run()
    on(.fetched(.updated(update(version, time: time)), .almaty))
  }

  @discardableResult
  mutating func on(_ event: Core.Event, after delay: Duration = .zero) -> [String] {
    now += delay
    if let due = alarm, due <= now { alarm = nil }
    (works, reports) = ([], [])
    return core.handle(event, at: now).compactMap { effect in
      switch effect {
      case .work(let work):
        works.append(work)
        return text(work)
      case .wake(let time):
        alarm = time
        return nil
      case .close(let reason): return "close \(reason.rawValue)"
      case .report(let event):
        reports.append(event)
        return nil
      case .reply(let waiter, let error): return "reply \(waiter)\(error.map { " \($0)" } ?? "")"
      }
    }
  }

  private func text(_ work: Core.Work) -> String {
    switch work {
    case .load: return "load"
    case .journal(let saved, let removed):
      let saves = saved.map { entry in
        var text = "save \(entry.id)"
        if entry.refusal != nil { text += " refused" }
        return entry.attempted.map { "\(text) \($0 ? "attempted" : "new")" } ?? text
      }
      return (saves + removed.sorted().map { "remove \($0)" }).joined(separator: ", ")
    case .store(let base): return "store \(base.joined(separator: " "))"
    case .fetch(_, let validator, let context):
      return "fetch" + (validator.map { " unless \($0)" } ?? "")
        + (context == .almaty ? "" : " elsewhere")
    case .send(let change, _, _):
      let time = change.tappedAt.map { " at \(Int($0.timeIntervalSince1970))" } ?? ""
      return "send \(change.id) \(change.key)\(change.mayBeApplied ? " again" : "")\(time)"
    }
  }

  // MARK: Events

  @discardableResult
  mutating func enqueue(
    _ wishes: Wish..., base: [String]? = nil, storesBaseFirst: Bool = false,
    for waiter: Waiter = 7, after delay: Duration = .zero
  ) -> [String] {
    on(
      .perform(wishes, base ?? core.base, storesBaseFirst: storesBaseFirst, waiter),
      after: delay)
  }

  /// Enqueues a change and ends the write of its record, after which it is sent.
  mutating func send(_ wish: Wish = Wish("a")) {
    enqueue(wish)
    on(.journaled(.written))
  }

  @discardableResult
  mutating func run(_ isRunning: Bool = true) -> [String] { change { $0.isRunning = isRunning } }

  @discardableResult
  mutating func close(_ reason: Gate.Reason = .offline, after delay: Duration = .zero) -> [String] {
    change(after: delay) { ($0.closed, $0.closings) = ([reason], $0.closings + 1) }
  }

  @discardableResult
  mutating func open(after delay: Duration = .zero) -> [String] {
    change(after: delay) { $0.closed = [] }
  }

  @discardableResult
  mutating func change(
    after delay: Duration = .zero, _ body: (inout Surroundings) -> Void
  ) -> [String] {
    body(&surroundings)
    // The alarms end with the run.
    if !surroundings.isRunning { alarm = nil }
    return on(.surroundings(surroundings), after: delay)
  }

  // MARK: State

  func phase(_ id: Int) -> Phase? { core.changes[id]?.phase }
  /// The queued changes, each with its reason to wait.
  var reasons: [WaitReason] { core.snapshot().pending.map(\.reason) }

  /// Ends each work at once, and passes the time until `end`; returns the requests with their times.
  mutating func play(
    _ first: Core.Event, until end: Duration, fetch: FetchOutcome<[String]>,
    send: SendOutcome<Wish, [String]>
  ) -> [(text: String, time: Duration)] {
    var requests: [(String, Duration)] = []
    var waiting: [(Core.Work, String)] = []
    func note(_ event: Core.Event, after delay: Duration = .zero) {
      let texts = on(event, after: delay)
      waiting += zip(works, texts.filter { !$0.hasPrefix("reply") && !$0.hasPrefix("close") })
    }
    note(first)
    var next = 0
    while true {
      guard next < waiting.count else {
        (waiting, next) = ([], 0)
        guard let alarm, alarm <= end else { return requests }
        note(.woke, after: max(alarm - now, .zero))
        continue
      }
      let (work, text) = waiting[next]
      next += 1
      if Core.abandoned(work) != nil { requests.append((text, now)) }
      switch work {
      case .load: break
      case .journal: note(.journaled(.written))
      case .store: note(.stored(.written))
      case .fetch(_, _, let context): note(.fetched(fetch, context))
      case .send(let change, _, _): note(.answered(change.id, send))
      }
    }
  }
}

/// A part of a change that cannot be encoded if it is heavy.
enum Stone: String, Codable {
  case light, heavy

  func encode(to encoder: any Encoder) throws {
    guard self == .light else { throw CancellationError() }
    try rawValue.encode(to: encoder)
  }
}

/// A change that adds a text to the base.
struct Wish: OutboxChange {
  enum Coalescing: String, Codable {
    case never, merges, cancels, cannotBeEncoded
  }

  var text: String
  var lane: Lane
  var dependencies: Set<Lane> = []
  var isLarge = false
  var coalescing = Coalescing.never
  var recordsFirstAttempt = false
  var uniqueName: String?
  var minutes: Int?
  var stone = Stone.light
  var validFor: Duration? { minutes.map { .seconds($0 * 60) } }

  init(_ text: String, in lane: String? = nil) {
    self.text = text
    self.lane = Lane("wish", lane ?? text)
  }

  func with(_ body: (inout Wish) -> Void) -> Wish {
    var copy = self
    body(&copy)
    return copy
  }

  func coalesce(after earlier: Wish) -> CoalescingResult<Wish> {
    switch coalescing {
    case .never: .keepBoth
    case .merges: .merged(with { $0.text = earlier.text + text })
    case .cancels: .cancelled
    case .cannotBeEncoded: .merged(with { $0.stone = .heavy })
    }
  }
}

/// The server's value of these texts.
func update(
  _ version: Int? = nil, _ texts: String..., time: Double? = nil
) -> ServerUpdate<[String]> {
  ServerUpdate(
    version: version.map { ServerVersion($0) }, time: time.map(Date.init(timeIntervalSince1970:))
  ) { base in if !texts.isEmpty { base = texts } }
}
