import Foundation
import Storage
@testable import Sync
import SyncTestSupport
import Testing

/// The parts of a machine, where its table does not reach.
@Suite struct MachinePartsTests {
  private static let full = WriteStatus.failed(.inUse("disk"))

  @Test func `A change comes before those with a higher id`() {
    #expect([1, 2, 3].map { $0 < (2 as ChangeID) } == [true, false, false])
  }

  @Test func `A request is made only for the shown scope, and while the gate is open`() {
    var core = SourceMachine<String, Int>(
      .init(capacity: 2, freshFor: .zero, replicaLag: .zero) { .now }, name: "", "en",
      random: EqualNumbers())
    #expect(["en", "kk"].map { core.permits(.fetch($0, validator: nil)) } == [true, false])
    _ = core.handle(.surroundings(Surroundings(closed: [.offline])), at: .zero)
    #expect(!core.permits(.fetch("en", validator: nil)))
  }

  // MARK: Lanes

  @Test func `Each change that may be sent is returned by the step that has freed it`() {
    for seed in 0..<200 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var (lanes, open, refused, offered) = (Lanes(), [Int](), Set<Int>(), Set<Int>())
      for id in 1...60 {
        var freed: [Int] = []
        switch Int.random(in: 0..<6, using: &random) {
        case 0...2:
          lanes.append(id, Self.lane(&random), Self.dependencies(&random))
          open.append(id)
          freed = [id]
        case 3:
          guard let some = open.filter(lanes.isFirst).randomElement(using: &random) else {
            continue
          }
          freed = lanes.refuse(some)
          refused.insert(some)
        case 4:
          guard let some = open.randomElement(using: &random) else { continue }
          freed = lanes.renew(some, Self.dependencies(&random))
          refused.remove(some)
        default:
          guard let some = open.randomElement(using: &random) else { continue }
          freed = lanes.remove(some)
          open.removeAll { $0 == some }
          refused.remove(some)
        }
        let firsts = Set(open.filter(lanes.isFirst))
        // A change that is not first any more is offered again.
        offered = offered.union(freed).intersection(firsts)
        #expect(offered == firsts && lanes.count == open.count)
        #expect(lanes.areAllRefused == (refused.count == open.count))
      }
    }
  }

  private static func dependencies(_ random: inout SplitMix64) -> Set<Lane> {
    let count = max(0, Int.random(in: -2...2, using: &random))
    return Set((0..<count).map { _ in lane(&random) })
  }

  private static func lane(_ random: inout SplitMix64) -> Lane {
    Lane("lane", "\(Int.random(in: 0..<4, using: &random))")
  }

  // MARK: The disk

  @Test
  func `A failed write is repeated after a delay, or with the next record and all earlier ones`() {
    var disk = Disk(Patience(EqualNumbers()))
    disk.schedule(1, needs: 0)
    #expect(disk.startJournal(at: .zero) == [1])
    #expect(disk.startJournal(at: .zero) == nil)
    _ = disk.endJournal(Self.full, at: .zero)
    #expect(disk.startJournal(at: .zero) == nil)
    #expect(disk.nextAttempt(for: 0) == .seconds(1))
    disk.schedule(2, needs: 0)
    #expect(disk.startJournal(at: .zero) == [1, 2])
    disk.schedule(2, needs: 0)
    #expect(disk.endJournal(.written, at: .zero).records.map(\.isOutdated) == [false, true])
    #expect(disk.startJournal(at: .zero) == [2])
    #expect(disk.startBase(1, at: .zero) == false)
  }

  @Test func `A record waits for its base, and a base for the records that may be written`() {
    var disk = Disk(Patience(EqualNumbers()))
    disk.schedule(1, needs: 2)
    #expect(disk.startJournal(at: .zero) == nil)
    #expect(disk.startBase(2, at: .zero) == true)
    #expect(disk.startBase(3, at: .zero) == false)
    #expect(disk.endBase(.written, at: .zero).withoutBase.isEmpty)
    #expect(disk.startBase(3, at: .zero) == false)
    #expect(disk.startJournal(at: .zero) == [1])
    _ = disk.endJournal(.written, at: .zero)
    #expect(disk.startBase(3, at: .zero) == true)
    _ = disk.endBase(Self.full, at: .zero)
    #expect(disk.startBase(3, at: .zero) == false)
    #expect(disk.startBase(3, at: .seconds(1)) == true)
    #expect(disk.status == Self.full)
  }

  @Test func `A base that failing records have held up is not stored until its own write`() {
    var disk = Disk(Patience(EqualNumbers()))
    disk.schedule(1, needs: 0)
    _ = disk.startJournal(at: .zero)
    #expect(disk.startBase(1, at: .zero) == false)
    _ = disk.endJournal(Self.full, at: .zero)
    _ = disk.startJournal(at: .seconds(1))
    _ = disk.endJournal(.written, at: .seconds(1))
    #expect(disk.status == Self.full)
    #expect(disk.startBase(1, at: .seconds(1)) == true)
    _ = disk.endBase(.written, at: .seconds(1))
    #expect(disk.status == .written)
  }

  @Test func `A call waits for the write of its own base, although that of an earlier one fails`() {
    var disk = Disk(Patience(EqualNumbers()))
    _ = disk.startBase(1, at: .zero)
    #expect(disk.wait(7, for: [], then: 1) && disk.wait(8, for: [], then: 2))
    #expect(disk.endBase(Self.full, at: .zero).waiters == [7])
    _ = disk.startBase(2, at: .zero)
    #expect(disk.endBase(Self.full, at: .zero).waiters == [8])
  }

  @Test func `A call ends with the last of its records, or with the first that cannot be written`()
  {
    for status in [WriteStatus.written, Self.full] {
      var disk = Disk(Patience(EqualNumbers()))
      for id in 1...3 { disk.schedule(id, needs: 0) }
      #expect(disk.wait(7, for: [1, 2]) == true)
      #expect(disk.wait(8, for: [3]) == true)
      _ = disk.startJournal(at: .zero)
      disk.schedule(4, needs: 0)
      #expect(disk.wait(9, for: [4]) == true)
      #expect(disk.endJournal(status, at: .zero).waiters == [7, 8])
      _ = disk.startJournal(at: .zero)
      #expect(disk.endJournal(.written, at: .zero).waiters == [9])
    }
  }

  @Test func `A call that has edited the base waits for it after its records, too`() {
    var disk = Disk(Patience(EqualNumbers()))
    #expect(disk.wait(7, for: [], then: 0) == false)
    disk.schedule(1, needs: 0)
    #expect(disk.wait(7, for: [1], then: 2) == true)
    _ = disk.startJournal(at: .zero)
    #expect(disk.endJournal(.written, at: .zero).waiters.isEmpty)
    #expect(disk.isBaseAwaited && disk.nextAttempt(for: 2) == .zero)
    #expect(disk.startBase(2, at: .zero) == true)
    #expect(disk.nextAttempt(for: 3) == nil)
    #expect(disk.endBase(.written, at: .zero).waiters == [7])
    #expect(!disk.isBaseAwaited && disk.isStored(2) && !disk.isStored(3))
    #expect(disk.nextAttempt(for: 2) == nil && disk.nextAttempt(for: 3) == .zero)
  }

  @Test
  func `Without its base, a new record is written, and a changed one waits on without its call`() {
    var disk = Disk(Patience(EqualNumbers()))
    disk.schedule(1, needs: 1, isNew: true)
    disk.schedule(2, needs: 1)
    #expect(disk.wait(7, for: [1]) == true)
    #expect(disk.wait(8, for: [2]) == true)
    #expect(disk.isBaseAwaited)
    #expect(disk.startBase(1, at: .zero) == true)
    let end = disk.endBase(Self.full, at: .zero)
    #expect(end.waiters == [8] && end.withoutBase == [1, 2])
    #expect(disk.startJournal(at: .zero) == [1])
    #expect(disk.endJournal(.written, at: .zero).waiters == [7])
    #expect(disk.startBase(1, at: .seconds(1)) == true)
    #expect(disk.endBase(.written, at: .zero).waiters == [])
    #expect(disk.startJournal(at: .zero) == [2])
  }

  @Test func `A call ends with its record, although that was to wait for a base`() {
    var disk = Disk(Patience(EqualNumbers()))
    disk.schedule(1, needs: 1)
    #expect(disk.wait(7, for: [1]) == true)
    #expect(disk.startBase(1, at: .zero) == true)
    disk.schedule(1, needs: 0)
    #expect(disk.startJournal(at: .zero) == [1])
    #expect(disk.endJournal(.written, at: .zero).waiters == [7])
    #expect(disk.endBase(.written, at: .zero).waiters.isEmpty)
  }

  @Test func `A call lets a failed write be repeated at once`() {
    var disk = Disk(Patience(EqualNumbers()))
    #expect(disk.retryNow() == false)
    disk.schedule(1, needs: 0)
    _ = disk.startJournal(at: .zero)
    _ = disk.endJournal(Self.full, at: .zero)
    #expect(disk.startJournal(at: .zero) == nil)
    #expect(disk.isJournalFailing)
    #expect(disk.retryNow() == false)
    #expect(disk.startJournal(at: .zero) == [1])
    #expect(disk.isWriting(1) && !disk.isWriting(2))
    _ = disk.endJournal(.written, at: .zero)
    _ = disk.startBase(1, at: .zero)
    _ = disk.endBase(Self.full, at: .zero)
    #expect(disk.startBase(1, at: .zero) == false)
    #expect(disk.retryNow() == true)
    #expect(disk.startBase(1, at: .zero) == true)
  }

  // MARK: Patience

  // powersync-ja/powersync-swift#145: a failed upload was retried only at the next change.
  // TanStack/db#1301: the queue gave up after ten attempts.
  @Test(arguments: [(.max, 1), (1 << 63, 0.75)] as [(UInt64, Double)])
  func `Half of a delay is random, and it doubles with each failure, up to one minute`(
    number: UInt64, part: Double
  ) {
    var patience = Patience(EqualNumbers(number))
    for longest in [1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60] {
      patience.fail(at: .zero)
      #expect(patience.end == Duration.seconds(longest) * part)
    }
  }

  @Test func `Only the user ends the service's delay of at most ten minutes`() {
    var patience = Patience(EqualNumbers())
    patience.fail(at: .zero, wish: .seconds(5_000))
    patience.noteConnection(at: .seconds(2))
    #expect(patience.end == .seconds(600))
    patience.endDelays()
    #expect(patience.end == .zero)
  }

  @Test func `A connection ends the delay once a second`() {
    var patience = Patience(EqualNumbers())
    let ends = [0, 100, 200, 1_500, 2_600].map { milliseconds in
      patience.fail(at: .milliseconds(milliseconds))
      patience.noteConnection(at: .milliseconds(milliseconds))
      defer { patience.start() }
      return patience.end
    }
    #expect(ends == [.zero, .seconds(1), .seconds(1), .seconds(2), .seconds(3)])
  }

  @Test func `A connection that goes before a request starts does not count`() {
    var patience = Patience(EqualNumbers())
    patience.noteConnection(at: .zero)
    patience.start()
    patience.noteConnection(at: .milliseconds(100))
    #expect(patience.end == .seconds(1))
    patience.noteConnection(at: .milliseconds(1_100))
    #expect(patience.end <= .milliseconds(1_100))
  }

  // MARK: Fetching

  private typealias Fetched = FetchOutcome<Int>

  @Test func `An older value is outdated while a replica may lag, and then replaces the known one`()
  {
    func a(_ number: Int) -> ServerVersion? { ServerVersion(number, of: "a") }
    let b = ServerVersion(1, of: "b")
    // Each fetch at a number of seconds: a version, or `nil` for the confirmation of the value.
    let timelines: [[(seconds: Int, version: ServerVersion?, verdict: Fetching.Verdict)]] = [
      [(100, a(5), .replace), (160, a(4), .failed(.outdated)), (161, a(4), .replace)],
      // An outdated value confirms nothing.
      [(0, a(5), .replace), (30, a(4), .failed(.outdated)), (61, a(4), .replace)],
      [(0, a(5), .replace), (9, nil, .keep), (69, a(4), .failed(.outdated)), (70, a(4), .replace)],
      // Another entity confirms nothing, and is no reason to take an old value.
      [(0, a(5), .replace), (100, b, .replace), (110, a(4), .replace)],
      [(0, a(5), .replace), (0, b, .replace), (0, a(4), .failed(.outdated)), (0, a(5), .replace)],
    ]
    for timeline in timelines {
      var fetching = Fetching(replicaLag: .seconds(60))
      for (seconds, version, verdict) in timeline {
        fetching.start(at: .seconds(seconds))
        let outcome = version.map { Fetched.updated(ServerUpdate(version: $0)) }
        #expect(fetching.finish(outcome ?? .notModified, at: .seconds(seconds)) == verdict)
      }
    }
  }

  @Test func `A response replaces the value unless its version of the same entity is older`() {
    for (version, isNew) in [
      (ServerVersion(4), false), (ServerVersion(5), true), (ServerVersion(6), true),
      (ServerVersion(1, of: "other"), true), (nil, true),
    ] {
      var fetching = Fetching(replicaLag: .seconds(60))
      fetching.start(at: .zero)
      _ = fetching.finish(
        Fetched.updated(ServerUpdate(version: ServerVersion(5)), validator: "5"), at: .zero)
      #expect(
        fetching.commit(
          ServerUpdate<Int>(version: version), isApplied: true, at: .zero) == isNew)
      #expect(fetching.validator == (isNew ? nil : "5"))
    }
  }

  @Test func `A value without a version that a response has overtaken is fetched again`() {
    for (outcome, isApplied, verdict) in [
      (.updated(ServerUpdate()), true, .again), (.updated(ServerUpdate()), false, .replace),
      (.updated(ServerUpdate(version: ServerVersion(5))), true, .replace),
      (.notModified, true, .again),
    ] as [(Fetched, Bool, Fetching.Verdict)] {
      var fetching = Fetching(replicaLag: .seconds(60))
      fetching.start(at: .zero)
      _ = fetching.commit(ServerUpdate<Int>(), isApplied: isApplied, at: .zero)
      #expect(fetching.finish(outcome, at: .zero) == verdict)
      #expect(fetching.isWanted == (verdict == .again))
    }
  }

  @Test func `A report names the end of a fetch`() {
    let value = Fetched.updated(ServerUpdate())
    for (verdict, outcome, end) in [
      (.replace, value, .updated), (.keep, value, .notModified),
      (.failed(.outdated), value, .outdated),
      (.failed(.status(500)), .failed(.status(500)), .failed), (.again, nil, .canceled),
      (.again, .closed(.signedOut), .closed), (.again, value, .outdated),
    ] as [(Fetching.Verdict, Fetched?, DiagnosticEvent.FetchEnd)] {
      #expect(verdict.kind(of: outcome) == end)
    }
  }

  @Test func `A lower version is explained by a replica for an hour, and by no wrong clock`() {
    let confirmed = Date(timeIntervalSince1970: 10_000)
    for (version, known, elapsed, isExplained) in [
      (4, 5, 0, true), (4, 5, 3_600, true), (4, 5, 3_601, false), (4, 5, -3_600, true),
      (4, 5, -3_601, false), (5, 5, 0, false), (6, 5, 0, false), (nil, 5, 0, false),
      (4, nil, 0, false),
    ] as [(Int?, Int?, Double, Bool)] {
      #expect(
        ReplicaLag.explains(
          version, below: known, confirmed: confirmed, now: confirmed + elapsed) == isExplained)
    }
    #expect(
      !ReplicaLag.explains(
        4, below: 5, confirmed: confirmed, now: confirmed + 61, limit: .seconds(60)))
  }

  @Test func `A state is durable unless its last write failed`() {
    for (write, isDurable) in [
      (.written, true), (.scheduled, true), (.inMemory, true), (Self.full, false),
    ] as [(WriteStatus, Bool)] {
      #expect(SyncState(write: write).isDurable == isDurable)
    }
  }

  @Test func `Without a need, a value is current after the first fetch`() {
    var fetching = Fetching(replicaLag: .seconds(60))
    #expect(!fetching.isCurrent && fetching.allowsSending)
    fetching.start(at: .zero)
    _ = fetching.finish(Fetched.notModified, at: .zero)
    #expect(fetching.isCurrent && fetching.started == 1)
  }

  @Test func `Another scope begins without the versions of the last one`() {
    var fetching = Fetching(replicaLag: .seconds(60))
    for version in [5, 4] {
      fetching.start(at: .zero)
      let outcome = Fetched.updated(ServerUpdate(version: ServerVersion(version)))
      #expect(fetching.finish(outcome, at: .zero) == .replace)
      fetching.show(nil, nil, age: .zero, at: .zero)
      #expect(fetching.validator == nil)
    }
  }

  @Test func `A failure is shown until another fetch is asked for`() {
    let online = Surroundings(isRunning: true)
    for ask: (inout Fetching) -> Void in [{ $0.refresh(7) }, { $0.forgetFailure() }] {
      var fetching = Fetching(replicaLag: .seconds(60))
      fetching.start(at: .zero)
      _ = fetching.finish(Fetched.failed(.status(500)), at: .zero)
      #expect(fetching.status(in: online) == .failed(.status(500)))
      ask(&fetching)
      #expect(fetching.failure == nil && fetching.status(in: online) == .idle)
      fetching.want()
      #expect(fetching.status(in: online) == .fetching)
      var offline = online
      offline.closed = [.offline]
      #expect(fetching.status(in: offline) == .closed([.offline]))
    }
  }

  @Test func `A value is current after a fetch that started when it had expired`() {
    var fetching = Fetching(replicaLag: .seconds(60))
    fetching.expire()
    fetching.start(at: .zero)
    fetching.expire()
    #expect(fetching.finish(Fetched.notModified, at: .zero) == .keep)
    #expect(!fetching.isCurrent && !fetching.allowsSending && fetching.isWanted)
    fetching.start(at: .zero)
    #expect(fetching.finish(Fetched.failed(.status(500)), at: .zero) == .failed(.status(500)))
    #expect(
      !fetching.allowsSending
        && fetching.status(in: Surroundings(isRunning: true)) == .failed(.status(500)))
    fetching.start(at: .zero)
    #expect(fetching.finish(Fetched.notModified, at: .zero) == .keep)
    #expect(fetching.isCurrent && fetching.allowsSending)
  }
}
