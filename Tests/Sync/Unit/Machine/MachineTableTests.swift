import Foundation
import Networking
import NetworkingTestSupport
import Storage
@testable import Sync
import SyncTestSupport
import Testing

/// Each transition of the machine: an event and its effects.
@Suite struct MachineTableTests {
  private static let full = WriteStatus.failed(.inUse("disk"))
  private static let order = Wish("order").with {
    ($0.recordsFirstAttempt, $0.minutes) = (true, 15)
  }
  private static let applied = SendOutcome<Wish, [String]>.applied(update(2, "a"))
  private static let noAnswer = FetchOutcome<[String]>.failed(.noAnswer(.timedOut))

  // MARK: The life of a change

  @Test func `A change is shown, written, sent, and removed once its base is stored`() {
    var table = Table()
    #expect(table.enqueue(Wish("a")) == ["save 1"])
    #expect(table.reasons == [.ready])
    #expect(table.on(.journaled(.written)) == ["reply 7", "send 1 key1"])
    #expect(table.reasons == [.inFlight])
    #expect(table.on(.answered(1, Self.applied)) == ["store a"])
    #expect(table.reasons.isEmpty)
    #expect(table.on(.stored(.written)) == ["remove 1"])
    #expect(table.on(.journaled(.written)).isEmpty)
    #expect(table.phase(1) == nil)
  }

  @Test func `A change that a full disk refuses is sent from memory, and written later`() {
    var table = Table()
    table.enqueue(Wish("a"))
    #expect(table.on(.journaled(Self.full)) == ["reply 7", "send 1 key1"])
    #expect(table.core.disk.status == Self.full)
    #expect(table.on(.woke, after: .seconds(1)) == ["save 1"])
    #expect(table.on(.journaled(Self.full)).isEmpty)
    #expect(table.enqueue(Wish("b")) == ["save 1, save 2"])
  }

  @Test(arguments: [.unknown, .tryLater()] as [SendOutcome<Wish, [String]>])
  func `A change without an answer is sent again under its key, and cannot be discarded`(
    _ outcome: SendOutcome<Wish, [String]>
  ) {
    var table = Table()
    table.send()
    for decision in [
      .retry(1, 8), .resolve(.replace(1, with: Wish("b")), 8), .resolve(.discard(1), 8),
    ] as [Table.Core.Event] {
      #expect(table.on(decision) == ["reply 8 \(SyncError.inFlight(1))"])
    }
    #expect(table.on(.answered(1, outcome)).isEmpty)
    #expect(table.reasons == [.backoff(.seconds(1))])
    #expect(table.on(.resolve(.discard(1), 8)) == ["reply 8 \(SyncError.mayBeApplied(1))"])
    #expect(
      table.on(.resolve(.replace(1, with: Wish("b")), 8)) == [
        "reply 8 \(SyncError.mayBeApplied(1))"
      ])
    #expect(table.alarm == table.now + .seconds(1))
    #expect(table.on(.woke, after: .seconds(1)) == ["send 1 key1 again"])
  }

  @Test func `An attempt that did not leave the device leaves the change as new`() {
    for (outcome, effects) in [
      (.notSent, []), (.closed(.signedOut), ["close signedOut"]), (nil, ["send 1 key1"]),
    ] as [(SendOutcome<Wish, [String]>?, [String])] {
      var table = Table()
      table.send()
      #expect(table.on(.answered(1, outcome)) == effects)
      if outcome != nil { #expect(table.on(.resolve(.discard(1), 8)) == ["remove 1"]) }
    }
  }

  @Test func `A change that cannot be sent lets the others go first`() {
    var table = Table()
    table.send()
    table.on(.answered(1, .notSent))
    table.enqueue(Wish("b"))
    table.on(.journaled(.written))
    #expect(table.on(.woke, after: .seconds(1)) == ["send 2 key2"])
    // Its delay has ended, so it is sent next.
    #expect(table.reasons == [.ready, .inFlight])
    #expect(table.on(.answered(2, .applied(update()))).contains("send 1 key1"))
  }

  @Test func `A change that waits for something on the device is tried ever less often, alone`() {
    var table = Table()
    table.send()
    for delay in [1, 2, 4] {
      #expect(table.on(.answered(1, .waiting)).isEmpty)
      #expect(table.reasons == [.backoff(.seconds(delay))])
      #expect(table.on(.woke, after: .seconds(delay)) == ["send 1 key1"])
    }
    table.on(.answered(1, .waiting))
    // Only a new connection ends the delay.
    #expect(table.change { $0.observers = 1 }.isEmpty)
    table.enqueue(Wish("b"))
    #expect(table.on(.journaled(.written)) == ["reply 7", "send 2 key2"])
    #expect(table.on(.resolve(.discard(1), 8)) == ["remove 1"])
  }

  @Test func `A call of several changes ends when the record of each is written`() {
    var table = Table(isOnline: false) { base, snapshot in
      let expired = snapshot.pending.filter { $0.refusal == .expired }
      base += expired.compactMap(\.change?.text)
      return expired.map { .discard($0.id) }
    }
    #expect(table.enqueue(Wish("x"), for: 8) == ["save 1"])
    table.enqueue(Wish("a").with { $0.minutes = 1 }, Wish("b"))
    table.on(.woke, after: .seconds(120))
    // The first of the two waits for the base that has its content now.
    #expect(table.on(.journaled(.written)) == ["reply 8", "save 3"])
    #expect(table.on(.journaled(.written)) == ["store a"])
    #expect(table.on(.stored(.written)) == ["remove 2"])
    #expect(table.on(.journaled(.written)) == ["reply 7"])
  }

  @Test func `A conflict is rebased once, under a new key, which is written first`() {
    var table = Table()
    table.send()
    #expect(table.on(.answered(1, .conflict(rebased: Wish("b"), update()))) == ["save 1"])
    #expect(table.core.contents[1]?.text == "b")
    #expect(table.on(.journaled(.written)) == ["send 1 key2"])
    #expect(
      table.on(.answered(1, .conflict(rebased: Wish("c"), update(2, "x")))) == ["save 1 refused"])
    #expect(table.core.snapshot().pending.map(\.refusal) == [.conflict])
    #expect(table.on(.journaled(.written)) == ["store x"])
    #expect(table.on(.retry(1, 8)) == ["save 1"])
    table.on(.journaled(.written))
    #expect(table.on(.answered(1, .conflict(rebased: Wish("d"), update()))) == ["save 1"])
    var other = Table()
    other.send()
    let broken = Wish("b").with { $0.stone = .heavy }
    #expect(other.on(.answered(1, .conflict(rebased: broken, update()))) == ["save 1 refused"])
  }

  @Test func `A refused change waits for the user's retry, other content, or removal`() {
    var table = Table()
    table.send()
    #expect(table.on(.answered(1, .rejected("no"))) == ["save 1 refused"])
    #expect(table.core.snapshot().pending.map(\.refusal) == [.rejected("no")])
    table.on(.journaled(.written))
    #expect(table.on(.retry(1, 8)) == ["save 1"])
    #expect(table.on(.journaled(.written)) == ["reply 8", "send 1 key2"])
    #expect(table.on(.answered(1, .expired)) == ["save 1 refused"])
    table.on(.journaled(.written))
    #expect(table.on(.resolve(.replace(1, with: Wish("b")), 8)) == ["save 1"])
    #expect(table.on(.journaled(.written)) == ["reply 8", "send 1 key3"])
    #expect(table.on(.answered(1, .rejected("no"))) == ["save 1 refused"])
    #expect(table.on(.resolve(.discard(1), 8)).isEmpty)
    #expect(table.on(.resolve(.discard(1), 9)) == ["reply 9 \(SyncError.unknownChange(1))"])
    // A decision waits until the refusal is in the journal.
    #expect(table.on(.journaled(.written)) == ["remove 1"])
    #expect(table.on(.journaled(.written)) == ["reply 8"])
  }

  @Test func `A change whose answer lacks the value is in the base, and a fetch follows`() {
    let answer = SendOutcome<Wish, [String]>.applied(
      ServerUpdate(needsFetch: true) { $0.append("a") })
    var table = Table()
    table.on(.refresh(8))
    table.send()
    #expect(table.on(.answered(1, answer)) == ["store a"])
    #expect(table.reasons.isEmpty && table.core.base == ["a"])
    // The fetch in progress may lack the change, whatever its version is.
    table.enqueue(Wish("b"))
    #expect(table.on(.fetched(.updated(update(1, "old")), .almaty)) == ["fetch"])
    #expect(table.core.base == ["a"])
    #expect(
      table.on(.fetched(.updated(update(2, "x", "a")), .almaty)).contains { $0 == "reply 8" })
    #expect(table.core.base == ["x", "a"])
  }

  @Test func `A change is repeated after a fetch if its answer names a version of long ago`() {
    var table = Table(version: 9)
    table.send()
    let answer = SendOutcome<Wish, [String]>.applied(update(2, "x"))
    #expect(table.on(.answered(1, answer), after: .seconds(61)) == ["fetch"])
    #expect(table.reasons == [.ready])
    #expect(
      table.on(.fetched(.updated(update(2, "w")), .almaty)) == ["send 1 key1 again", "store w"])
    #expect(table.on(.answered(1, answer)).isEmpty)
    #expect(table.core.base == ["x"] && table.reasons.isEmpty)
  }

  @Test func `A repeated answer of long ago counts as applied, and a fetch follows`() {
    var table = Table(version: 9)
    table.send()
    table.on(.answered(1, .unknown))
    table.on(.woke, after: .seconds(1))
    #expect(table.on(.answered(1, .applied(update(2, "x"))), after: .seconds(61)).contains("fetch"))
    #expect(table.core.base.isEmpty && table.reasons.isEmpty)
  }

  @Test func `A call also waits for what the model derives from the base that it edits`() {
    var table = Table(isOnline: false) { base, _ in
      if base == ["edited"] { base += ["derived"] }
      return []
    }
    #expect(table.enqueue() == ["reply 7"])
    #expect(table.enqueue(base: ["edited"]) == ["store edited derived"])
    #expect(table.on(.stored(.written)) == ["reply 7"])
  }

  @Test func `The model learns when an applied change has left the journal`() {
    let contained = Log<Int>()
    var table = Table { _, snapshot in
      contained.add(snapshot.contained.count)
      return []
    }
    table.send()
    table.on(.answered(1, Self.applied))
    table.on(.woke, after: .milliseconds(50))
    table.on(.stored(.written))
    #expect(contained.all.last == 1)
    table.on(.journaled(.written))
    table.on(.woke, after: .milliseconds(50))
    #expect(contained.all.last == 0)
  }

  @Test func `A state that is read is reconciled, also behind a long queue`() {
    var table = Table(capacity: 100, isOnline: false) { base, snapshot in
      base = ["\(snapshot.pending.count)"]
      return []
    }
    for number in 1...70 { table.enqueue(Wish("\(number)")) }
    #expect(table.core.base != ["70"])
    #expect(table.core.settledSnapshot().base == ["70"])
  }

  @Test func `A removal by the user is reported, and one by the model is not`() {
    for isByUser in [true, false] {
      var table = Table(isOnline: false) { base, _ in base == ["gone"] ? [.discard(1)] : [] }
      table.enqueue(Wish("a"))
      table.on(.journaled(.written))
      if isByUser {
        #expect(table.on(.resolve(.discard(1), 8)) == ["remove 1"])
      } else {
        #expect(table.enqueue(base: ["gone"]) == ["store gone"])
      }
      #expect(table.reports.count == (isByUser ? 1 : 0))
      #expect(table.phase(1) != .queued)
    }
  }

  @Test func `The changes of a journal are reported once, when it is read`() {
    var old = Table(isOnline: false)
    old.enqueue(Wish("a"), Wish("b"))
    var table = Table(old.core.changes.values.map(\.entry), isOnline: false)
    let step = DiagnosticEvent.ChangeStep(
      queue: "", kind: .restored, failures: 0, age: .zero, waiting: 2)
    #expect(table.reports == [.change(step)])
    table.on(.load(9))
    #expect(table.reports.isEmpty && Table(isOnline: false).reports.isEmpty)
  }

  @Test func `A base that is not equal to itself is stored once`() {
    typealias Core = SyncMachine<Double, Wish>
    var core = Core(
      Core.Rules(makeKey: { "key" }, reconcile: { _, _ in [] }), base: 0, random: EqualNumbers())
    _ = core.handle(.load(0), at: .zero)
    let files = Core.Files(base: .nan, entries: [], contents: [])
    let stores = core.handle(.loaded(.success(files)), at: .zero).count {
      if case .work(.store) = $0 { true } else { false }
    }
    #expect(stores <= 1)
    #expect(core.handle(.stored(.written), at: .zero).isEmpty)
  }

  @Test func `The validator of a value of one city is not sent in another`() {
    var table = Table()
    #expect(table.on(.refresh(7)) == ["fetch"])
    table.on(.fetched(.updated(update(2), validator: "v"), .almaty))
    #expect(table.on(.refresh(8)).contains("fetch unless v"))
    table.on(.fetched(.notModified, .almaty))
    table.surroundings.context = .belgrade
    #expect(table.on(.surroundings(table.surroundings)).contains("fetch elsewhere"))
  }

  @Test func `A second answer to the same attempt changes nothing`() {
    var table = Table()
    table.send()
    table.on(.answered(1, Self.applied))
    #expect(table.on(.answered(1, .rejected("no"))).isEmpty)
  }

  @Test func `After a restart, the record of a change says how it goes on`() throws {
    func restart(_ refusal: Data?, _ attempted: Bool?) throws -> Table {
      var old = Table()
      old.send()
      var entry = try #require(old.core.changes[1]?.entry)
      (entry.refusal, entry.attempted) = (refusal, attempted)
      return Table([entry])
    }
    #expect(try restart(nil, nil).works.map(\.isSend) == [true])
    #expect(try restart(nil, nil).core.snapshot().pending.map(\.mayBeApplied) == [true])
    #expect(try restart(nil, true).core.snapshot().pending.map(\.mayBeApplied) == [true])
    #expect(try restart(nil, false).phase(1) == .marking)
    #expect(try restart(ChangeRefusal<String>.conflict.stored, nil).reasons == [.needsDecision])
    let unreadable = try restart(Data("later".utf8), nil)
    #expect(unreadable.core.snapshot().pending.map(\.refusal) == [.unreadable])
  }

  @Test func `After a restart, an attempted change does not wait for what had left before it`()
    throws
  {
    var old = Table(isOnline: false)
    old.enqueue(Wish("a"))
    old.enqueue(Wish("b").with { $0.dependencies = [Lane("wish", "a")] })
    var entries = try (1...2).map { try #require(old.core.changes[$0]?.entry) }
    entries[0].refusal = ChangeRefusal<String>.conflict.stored
    #expect(Table(entries).works.isEmpty)
    entries[1].attempted = true
    var table = Table(entries)
    #expect(table.works.map(\.isSend) == [true])
    // The user's next change of what it depends on still waits.
    table.on(.resolve(.discard(1), 7))
    table.enqueue(Wish("c", in: "a"))
    #expect(table.core.lanes.blocker(of: 3) == 2)
  }

  @Test func `A change that cannot be read stops only its lane, until the user discards it`() throws
  {
    var old = Table(isOnline: false)
    for wish in [Wish("a"), Wish("b", in: "a"), Wish("c")] { old.enqueue(wish) }
    var entries = try (1...3).map { try #require(old.core.changes[$0]?.entry) }
    entries[0].payload = .init("later".utf8)
    var table = Table(entries)
    #expect(table.core.snapshot().pending.map(\.refusal) == [.unreadable, nil, nil])
    #expect(table.works.map(\.isSend) == [true])
    #expect(table.on(.retry(1, 7)) == [""])
    #expect(table.on(.answered(3, Self.applied)).isEmpty)
    #expect(table.on(.resolve(.discard(1), 8)).contains("send 2 key2 again"))
  }

  // MARK: Calls

  @Test func `A refused call changes nothing`() {
    var table = Table(capacity: 2, isOnline: false)
    let broken = Wish("b").with { $0.stone = .heavy }
    for wishes in [[Wish("a"), broken], [Wish("a"), Wish("b"), Wish("c")]] {
      let effects = table.on(.perform(wishes, ["x"], storesBaseFirst: false, 7))
      #expect(
        effects.first?.hasPrefix("reply 7 the change") ?? false
          || effects == ["reply 7 \(SyncError.full(limit: 2))"])
      #expect(table.core.changes.isEmpty && table.core.base.isEmpty)
    }
    table.enqueue(Wish("a").with { $0.coalescing = .merges })
    let merged = Wish("b", in: "a").with { $0.coalescing = .cannotBeEncoded }
    #expect(table.enqueue(merged).first?.hasPrefix("reply 7 the change") ?? false)
    #expect(table.on(.retry(5, 8)) == ["reply 8 \(SyncError.unknownChange(5))"])
  }

  @Test func `Unsent changes of a lane become one, or none`() {
    var table = Table(isOnline: false)
    table.enqueue(Wish("a"))
    table.on(.journaled(.written))
    #expect(table.enqueue(Wish("b", in: "a").with { $0.coalescing = .merges }) == ["save 1"])
    #expect(table.core.contents[1]?.text == "ab")
    table.on(.journaled(.written))
    #expect(table.enqueue(Wish("c", in: "a").with { $0.coalescing = .cancels }) == ["remove 1"])
    #expect(table.on(.journaled(.written)) == ["reply 7"])
  }

  @Test func `A merged change waits only for its own dependencies`() {
    var table = Table()
    table.send()
    table.enqueue(Wish("b").with { $0.dependencies = [Lane("wish", "a")] })
    table.on(.journaled(.written))
    #expect(table.reasons == [.inFlight, .blockedByDependency(1)])
    table.enqueue(Wish("c", in: "b").with { $0.coalescing = .merges })
    #expect(table.core.contents[2]?.text == "bc" && table.core.lanes.blocker(of: 2) == nil)
  }

  @Test func `A change with a unique name is recognized until it has left the queue`() {
    var table = Table()
    let (first, second) = (
      Wish("a").with { $0.uniqueName = "1" }, Wish("b").with { $0.uniqueName = "2" }
    )
    #expect(table.enqueue(first, second) == ["save 1, save 2"])
    #expect(table.enqueue(second, first, for: 8).isEmpty)
    #expect(table.enqueue(Wish("x", in: "a").with { $0.coalescing = .merges }, for: 9).isEmpty)
    #expect(table.core.contents.values.map(\.text).sorted() == ["a", "b", "x"])
    #expect(table.on(.journaled(.written)).contains("reply 7"))
    #expect(table.on(.journaled(.written)).contains("reply 8"))
  }

  @Test func `Changes of one call that become one are answered once`() {
    var table = Table(isOnline: false)
    let second = Wish("b", in: "a").with { $0.coalescing = .merges }
    #expect(table.enqueue(Wish("a"), second) == ["save 1"])
    #expect(table.on(.journaled(.written)) == ["reply 7"])
  }

  // MARK: Two files

  @Test func `Changes are written before the base that has lost their data`() {
    var table = Table()
    #expect(table.enqueue(Wish("a"), base: ["x"]) == ["save 1"])
    #expect(table.on(.journaled(Self.full)) == ["reply 7", "send 1 key1"])
    #expect(table.on(.woke, after: .seconds(1)) == ["save 1"])
    #expect(table.on(.journaled(.written)) == ["store x"])
    #expect(table.on(.stored(Self.full)).isEmpty)
    #expect(table.on(.woke, after: .seconds(1)) == ["store x"])
  }

  @Test func `A call waits for the base that it has edited`() {
    var table = Table()
    table.enqueue(Wish("a"), base: ["x"])
    #expect(table.on(.journaled(.written)) == ["send 1 key1", "store x"])
    #expect(table.on(.stored(.written)) == ["reply 7"])
    #expect(table.enqueue(base: ["y"], for: 8) == ["store y"])
    #expect(table.on(.stored(Self.full)) == ["reply 8"])
    #expect(table.enqueue(base: ["z"], for: 9) == ["store z"])
  }

  @Test func `A call waits for a base that it lets be written again`() {
    var table = Table()
    table.enqueue(base: ["x"])
    #expect(table.on(.stored(Self.full)) == ["reply 7"])
    #expect(table.enqueue(Wish("a"), for: 8) == ["save 1"])
    #expect(table.on(.journaled(.written)) == ["send 1 key1", "store x"])
    #expect(table.on(.stored(.written)) == ["reply 8"])
  }

  @Test func `A refresh without run stores a fetched value that could not be stored before`() {
    var table = Table(isOnline: false)
    table.on(.surroundings(table.surroundings))
    for status in [Self.full, .written] {
      #expect(table.on(.refresh(8)) == ["fetch"])
      #expect(table.on(.fetched(.updated(update(nil, "a")), .almaty)) == ["store a"])
      #expect(table.on(.stored(status)) == ["reply 8"])
      #expect(table.core.disk.status == status)
    }
  }

  @Test func `A record that refers to the base is written after it`() {
    var table = Table()
    #expect(table.enqueue(Wish("a"), base: ["x"], storesBaseFirst: true) == ["store x"])
    var other = table
    #expect(table.on(.stored(.written)) == ["save 1"])
    #expect(table.on(.journaled(.written)) == ["reply 7", "send 1 key1"])
    // Its removal needs no base.
    #expect(other.on(.resolve(.discard(1), 8)) == ["remove 1"])
  }

  @Test func `A record is written without the base that it refers to if that cannot be stored`() {
    var table = Table()
    #expect(table.enqueue(Wish("a"), base: ["x"], storesBaseFirst: true) == ["store x"])
    #expect(table.on(.stored(Self.full)) == ["send 1 key1", "save 1"])
    #expect(table.on(.journaled(.written)) == ["store x"])
    #expect(table.on(.stored(Self.full)) == ["reply 7"])
  }

  @Test func `A change that the model moves into the base is removed after it`() {
    var table = Table { base, snapshot in
      let refused = snapshot.pending.filter { $0.reason == .needsDecision }
      base += refused.compactMap(\.change?.text).filter { [base] in !base.contains($0) }
      return refused.map { .discard($0.id) }
    }
    table.send()
    #expect(table.on(.answered(1, .rejected("no"))) == ["store a"])
    #expect(table.core.base == ["a"] && table.reasons.isEmpty)
    #expect(table.on(.stored(.written)) == ["remove 1"])
  }

  @Test func `A model's replacement is written under a new key`() {
    var table = Table { _, snapshot in
      snapshot.pending.filter { $0.change?.text == "a" && $0.reason == .needsDecision }
        .map { .replace($0.id, with: Wish("b", in: "a")) }
    }
    table.send()
    #expect(table.on(.answered(1, .rejected("no"))) == ["save 1"])
    #expect(table.on(.journaled(.written)) == ["send 1 key2"])
  }

  // MARK: Validity and the first attempt

  @Test func `The first attempt is recorded before it is made`() {
    var table = Table()
    #expect(table.enqueue(Self.order, after: .seconds(10)) == ["save 1 new"])
    #expect(table.on(.journaled(.written)) == ["reply 7", "save 1 attempted"])
    #expect(table.on(.resolve(.discard(1), 8)) == ["reply 8 \(SyncError.inFlight(1))"])
    #expect(table.on(.journaled(.written)) == ["send 1 key1 at 1010"])
    #expect(table.on(.answered(1, .notSent)) == ["save 1 new"])
    #expect(table.on(.journaled(.written)).isEmpty)
    #expect(table.on(.resolve(.discard(1), 8)) == ["remove 1"])
  }

  @Test func `A first attempt that cannot be recorded waits, unless the disk has no record`() {
    var table = Table()
    table.enqueue(Self.order)
    table.on(.journaled(.written))
    #expect(table.on(.journaled(Self.full)) == ["save 1 new"])
    #expect(table.on(.journaled(Self.full)).isEmpty)
    #expect(table.reasons == [.notStored])
    #expect(table.on(.woke, after: .seconds(2)) == ["save 1 attempted"])
    var other = Table()
    other.enqueue(Self.order)
    #expect(other.on(.journaled(Self.full)) == ["reply 7", "send 1 key1 at 1000"])
    #expect(other.on(.woke, after: .seconds(1)) == ["save 1 attempted"])
  }

  @Test func `An unsent change expires also while the gate is closed, a sent one never`() {
    var table = Table()
    table.close()
    table.enqueue(Self.order)
    table.on(.journaled(.written))
    #expect(table.alarm == .seconds(900))
    #expect(table.on(.woke, after: .seconds(899)).isEmpty)
    #expect(table.on(.woke, after: .seconds(1)) == ["save 1 refused new"])
    #expect(table.core.snapshot().pending.map(\.refusal) == [.expired])
    var sent = Table()
    sent.send(Self.order)
    sent.on(.journaled(.written))
    sent.on(.answered(1, .unknown))
    #expect(sent.on(.woke, after: .seconds(5_000)) == ["send 1 key1 again at 1000"])
  }

  @Test func `Each attempt sends the same time of the tap, or none of them does`() {
    var table = Table(time: nil)
    table.enqueue(Self.order)
    // Before the first attempt, the server is asked for its time once.
    #expect(table.on(.journaled(.written)).contains("fetch"))
    table.on(.fetched(.updated(update(1)), .almaty))
    #expect(table.on(.journaled(.written)) == ["send 1 key1"])
    table.on(.answered(1, .unknown))
    table.on(.refresh(8))
    table.on(.fetched(.updated(update(1, time: 1_000)), .almaty))
    #expect(table.on(.woke, after: .seconds(1)) == ["send 1 key1 again"])
  }

  @Test(arguments: [(800.0, false), (901, true)])
  func `After a restart, the server's clock decides whether a change has expired`(
    elapsed: Double, isExpired: Bool
  ) throws {
    for records in [true, false] {
      var old = Table()
      old.enqueue(Self.order.with { $0.recordsFirstAttempt = records })
      let table = Table([try #require(old.core.changes[1]?.entry)], time: 1_000 + elapsed)
      #expect(table.phase(1) == (isExpired ? .refused : .marking))
    }
  }

  @Test func `A slow response after a restart prolongs no validity`() throws {
    var old = Table()
    old.enqueue(Self.order)
    var table = Table([try #require(old.core.changes[1]?.entry)], isOnline: false)
    table.run()
    table.on(.fetched(.updated(update(1, time: 1_100)), .almaty), after: .seconds(2_000))
    #expect(table.phase(1) == .refused)
  }

  @Test func `A tap at an unknown time has expired after a restart`() throws {
    var old = Table(isOnline: false)
    old.enqueue(Self.order)
    #expect(Table([try #require(old.core.changes[1]?.entry)]).phase(1) == .refused)
  }

  // MARK: Surroundings

  @Test func `The value is fetched before a change is sent, and while the gate is open`() {
    var table = Table(isOnline: false)
    table.enqueue(Wish("a"))
    table.on(.journaled(.written))
    #expect(table.reasons == [.notRunning])
    #expect(table.run() == ["fetch"])
    #expect(table.on(.fetched(.notModified, .almaty)) == ["send 1 key1"])
    table.on(.answered(1, .notSent))
    #expect(table.close().isEmpty)
    #expect(table.reasons == [.gateClosed([.offline])])
    #expect(table.on(.refresh(8)) == ["reply 8 \(SyncError.closed([.offline]))"])
    #expect(table.open(after: .seconds(5)) == ["fetch"])
    #expect(table.change { $0.context = .belgrade }.isEmpty)
    // The response for the former city is ignored.
    #expect(table.on(.fetched(.updated(update(9, "x")), .almaty)) == ["fetch elsewhere"])
    #expect(table.core.base.isEmpty)
    #expect(table.on(.fetched(.notModified, .belgrade)) == ["send 1 key1"])
  }

  @Test func `A gate that was closed unseen counts as closed`() {
    var table = Table()
    #expect(table.change(after: .seconds(5)) { $0.closings += 2 } == ["fetch"])
  }

  @Test func `A refusal of the sign-in closes the gate and ends the calls that wait`() {
    var table = Table()
    #expect(table.on(.refresh(8)) == ["fetch"])
    #expect(
      table.on(.fetched(.closed(.signedOut), .almaty))
        == ["reply 8 \(SyncError.closed([.signedOut]))", "close signedOut"])
    #expect(!table.core.permits(.fetch([], validator: nil, .almaty)))
  }

  @Test func `A run that ends abandons no change, and the next one wakes for it`() {
    var table = Table()
    table.send()
    table.on(.answered(1, .unknown))
    #expect(table.run(false).isEmpty)
    #expect(table.run().isEmpty)
    #expect(table.alarm == .seconds(1))
    #expect(table.on(.woke, after: .seconds(1)) == ["fetch"])
    #expect(table.on(.fetched(.notModified, .almaty)) == ["send 1 key1 again"])
  }

  @Test func `Files that cannot be read are read again by the next call`() {
    var core = Table.Core(
      Table().core.rules, base: [], random: EqualNumbers())
    #expect(core.handle(.load(1), at: .zero) == [.work(.load)])
    #expect(core.handle(.load(2), at: .zero).isEmpty)
    let error = SyncError.storage(.inUse("disk"))
    #expect(
      core.handle(.loaded(.failure(error)), at: .zero) == [.reply(1, error), .reply(2, error)])
    #expect(core.handle(.load(3), at: .zero) == [.work(.load)])
    let files = Table.Core.Files(base: ["a"], entries: [], contents: [])
    // A base that was loaded is stored.
    #expect(core.handle(.loaded(.success(files)), at: .zero) == [.reply(3, nil)])
    #expect(core.base == ["a"] && core.snapshot().isStored)
  }

  // MARK: Fetches

  @Test func `A failed fetch is repeated while the store is observed or a change waits`() {
    for failure in [Self.noAnswer, .failed(.status(503), retryAfter: .seconds(1))] {
      var table = Table()
      table.on(.refresh(8))
      #expect(table.on(.fetched(failure, .almaty)).count == 1)
      #expect(table.on(.woke, after: .seconds(9)).isEmpty)
      #expect(table.change { $0.observers = 1 } == ["fetch"])
      table.on(.fetched(failure, .almaty))
      #expect(table.alarm == table.now + .seconds(2))
      #expect(table.on(.woke, after: .seconds(2)) == ["fetch"])
    }
  }

  @Test func `A user passes every delay, and a connection all but the service's`() {
    var table = Table()
    table.change { $0.observers = 1 }
    table.on(.refresh(8))
    table.on(.fetched(.failed(.status(503), retryAfter: .seconds(300)), .almaty))
    table.close(after: .seconds(5))
    #expect(table.open(after: .seconds(5)).isEmpty)
    #expect(table.alarm == .seconds(300))
    #expect(table.on(.refresh(9)) == ["fetch"])
    table.on(.fetched(Self.noAnswer, .almaty))
    #expect(table.change { $0.context = .belgrade } == ["fetch elsewhere"])
  }

  @Test func `A refresh during a fetch causes another one, unless it is canceled`() {
    for isCanceled in [false, true] {
      var table = Table()
      table.on(.refresh(8))
      table.on(.refresh(9))
      if isCanceled { table.on(.canceled(9)) }
      #expect(
        table.on(.fetched(.notModified, .almaty)) == ["reply 8"] + (isCanceled ? [] : ["fetch"]))
    }
  }

  @Test func `A value is settled once it is fetched, even while it is fetched again`() {
    var table = Table()
    var sync: SyncState { table.core.snapshot().sync }
    table.close()
    table.open(after: .seconds(5))
    table.on(.refresh(8))
    #expect(!sync.isSettled)
    table.on(.fetched(.notModified, .almaty))
    #expect(sync.isSettled && sync.fetch == .fetching)
    table.on(.fetched(.notModified, .almaty))
    #expect(sync.isSettled && sync.fetch == .idle)
  }

  @Test(arguments: [0, 62]) func `A slow fetch does not replace a newer response`(seconds: Int) {
    var table = Table()
    table.on(.refresh(8))
    table.send()
    table.on(.answered(1, Self.applied))
    let slow = FetchOutcome.updated(update(1, "old"))
    #expect(table.on(.fetched(slow, .almaty), after: .seconds(seconds)).contains("reply 8"))
    #expect(table.core.base == ["a"])
    // The response of a replica that lagged when the fetch began.
    table.on(.refresh(8))
    table.on(.fetched(.notModified, .almaty))
    table.on(.refresh(9))
    table.on(.fetched(slow, .almaty), after: .seconds(seconds))
    #expect(table.core.base == ["a"])
  }

  @Test func `A replica that lags delays no change, and a new city ends its delay`() {
    var table = Table(version: 5)
    table.close()
    table.open(after: .seconds(5))
    table.enqueue(Wish("a"))
    table.on(.journaled(.written))
    #expect(table.on(.fetched(.updated(update(4, "old")), .almaty)) == ["send 1 key1"])
    #expect(table.core.snapshot().sync.fetch == .failed(.outdated))
    table.on(.answered(1, .unknown))
    #expect(table.change { $0.context = .belgrade } == ["fetch elsewhere"])
    #expect(table.on(.fetched(.notModified, .belgrade)) == ["send 1 key1 again"])
  }

  @Test func `A fetch from a replica that lags is repeated with growing delays while observed`() {
    var table = Table(version: 5)
    table.on(.refresh(8))
    table.on(.fetched(.updated(update(4, "old")), .almaty))
    #expect(table.on(.woke, after: .seconds(1)).isEmpty)
    #expect(table.change { $0.observers = 1 } == ["fetch"])
    table.on(.fetched(.updated(update(4, "old")), .almaty))
    #expect(table.alarm == .seconds(3))
    #expect(table.on(.woke, after: .seconds(2)) == ["fetch"])
    table.on(.fetched(.updated(update(6, "new")), .almaty))
    #expect(table.core.base == ["new"] && table.core.snapshot().sync.fetch == .idle)
  }

  @Test func `The delay that a server requests for one change is ended by its retry alone`() {
    for isRetried in [true, false] {
      var table = Table()
      for text in ["a", "b"] { table.send(Wish(text)) }
      table.on(.answered(1, .applied(update(2))))
      table.on(.stored(.written))
      table.on(.journaled(.written))
      table.send(Wish("c"))
      table.on(.answered(2, .tryLater(after: .seconds(300))))
      table.on(.answered(3, .applied(update(3))))
      table.close()
      table.open(after: .seconds(5))
      #expect(!table.on(.fetched(.notModified, .almaty)).contains("send 2 key2 again"))
      if isRetried {
        #expect(table.on(.retry(2, 9)).contains("send 2 key2 again"))
      } else {
        #expect(table.on(.woke, after: .seconds(294)).isEmpty)
        #expect(table.on(.woke, after: .seconds(1)) == ["send 2 key2 again"])
      }
    }
  }

  @Test func `A change is not repeated before a fetch, where the model says so`() {
    var table = Table(fetchesBeforeRepeating: true)
    table.send()
    #expect(table.on(.answered(1, .unknown)).isEmpty)
    #expect(table.on(.woke, after: .seconds(1)) == ["fetch"])
    #expect(table.on(.fetched(.notModified, .almaty)) == ["send 1 key1 again"])
  }

  @Test func `A canceled fetch is made again, and a canceled call is not answered`() {
    var table = Table()
    table.on(.refresh(8))
    table.on(.canceled(8))
    #expect(table.on(.fetched(nil, .almaty)) == ["fetch"])
    #expect(table.on(.fetched(.notModified, .almaty)).isEmpty)
  }

  // MARK: Order

  @Test func `Changes are sent in the order of their lanes and dependencies, large ones last`() {
    var table = Table(isOnline: false)
    let lanes = ["photo", "review", "note"].map { Lane("wish", $0) }
    let order = Wish("order").with { $0.dependencies = Set(lanes) }
    let review = Wish("review").with { $0.dependencies = [lanes[0]] }
    for wish in [
      Wish("photo").with { $0.isLarge = true }, review, Wish("b", in: "photo"), Wish("note"), order,
      Wish("c", in: "note"),
    ] {
      table.enqueue(wish)
    }
    table.on(.journaled(.written))
    table.on(.journaled(.written))
    table.surroundings.isRunning = true
    let sent = table.play(
      .surroundings(table.surroundings), until: .seconds(60),
      fetch: .notModified, send: .applied(update()))
    #expect(
      sent.map(\.text).compactMap { $0.split(separator: " ").dropFirst().first } == [
        "4", "1", "2", "3", "5", "6",
      ])
  }

  @Test func `Large uploads are sent one at a time, beside other changes`() {
    var table = Table(isOnline: false)
    for name in ["a", "b"] { table.enqueue(Wish(name).with { $0.isLarge = true }) }
    for name in ["c", "d"] { table.enqueue(Wish(name)) }
    table.on(.journaled(.written))
    table.on(.journaled(.written))
    table.run()
    #expect(table.on(.fetched(.notModified, .almaty)).first == "send 3 key3")
    #expect(table.on(.answered(3, .applied(update()))).prefix(2) == ["send 4 key4", "send 1 key1"])
    #expect(!table.on(.answered(4, .applied(update()))).contains("send 2 key2"))
    #expect(table.on(.answered(1, .applied(update()))).contains("send 2 key2"))
  }

  @Test
  func `Each answer doubles what is sent at a time, up to four, and a failure begins with one`()
    throws
  {
    var table = Table(capacity: 20)
    func sends(_ effects: [String]) -> Int { effects.count { $0.hasPrefix("send") } }
    table.on(.perform((0..<20).map { Wish("\($0)") }, [], storesBaseFirst: false, 7))
    #expect(sends(table.on(.journaled(.written))) == 1)
    // The number in progress is one, and then two, four and four.
    #expect((1...3).map { sends(table.on(.answered($0, .applied(update())))) } == [2, 3, 1])
    #expect(sends(table.on(.answered(4, .unknown))) == 0)
    #expect((5...7).map { sends(table.on(.answered($0, .applied(update())))) } == [0, 3, 1])
  }

  @Test func `An answer ends the delay that earlier failures have made long`() {
    var table = Table()
    table.send()
    for _ in 1...4 {
      table.on(.answered(1, .unknown))
      table.on(.woke, after: .seconds(60))
    }
    table.on(.answered(1, .applied(update())))
    table.on(.stored(.written))
    table.on(.journaled(.written))
    table.send(Wish("b"))
    table.on(.answered(2, .unknown))
    #expect(table.alarm == table.now + .seconds(1))
  }

  // MARK: Patience

  private static func outage(
    _ count: Int, fetch: FetchOutcome<[String]>, send: SendOutcome<Wish, [String]>
  ) -> [Duration] {
    var table = Table(capacity: count, isOnline: false)
    table.on(
      .perform((0..<count).map { Wish("\($0)") }, [], storesBaseFirst: false, 7))
    table.on(.journaled(.written))
    table.surroundings.observers = 1
    table.surroundings.isRunning = true
    return table.play(
      .surroundings(table.surroundings), until: .seconds(60), fetch: fetch, send: send
    )
    .map(\.time)
  }

  @Test func `An outage costs the same requests however many changes wait`() {
    let kinds: [(FetchOutcome<[String]>, SendOutcome<Wish, [String]>)] = [
      (Self.noAnswer, .unknown), (.notModified, .unknown), (.notModified, .notSent),
      (.failed(.status(503)), .tryLater()), (.notModified, .tryLater()),
    ]
    var most = [1: (0, 0), 20: (0, 0), 1_000: (0, 0)]
    for (fetch, send) in kinds {
      let times = [1, 20, 1_000].map { Self.outage($0, fetch: fetch, send: send) }
      for (count, times) in zip([1, 20, 1_000], times) {
        let early = times.count { $0 <= .seconds(15) }
        #expect((4...8).contains(early))
        most[count] = (max(most[count]?.0 ?? 0, early), max(most[count]?.1 ?? 0, times.count))
      }
      let counts = times.map { Double($0.count) }
      #expect((counts.max() ?? 0) <= 1.2 * (counts.min() ?? 0))
    }
    for (count, (early, all)) in most.sorted(by: { $0.key < $1.key }) {
      print("an outage with \(count) changes: \(early) requests in 15 s, \(all) in 60 s")
    }
  }

  @Test(arguments: [60, 1])
  func `A gate that flaps starts at most one fetch and one attempt a second`(
    seconds: Int
  ) {
    for count in [1, 20, 1_000] {
      var table = Table(capacity: count)
      table.on(.perform((0..<count).map { Wish("\($0)") }, [], storesBaseFirst: false, 7))
      table.on(.journaled(.written))
      table.on(.answered(1, .notSent))
      var requests: [String] = []
      for flap in 0..<200 {
        table.close(after: flap == 0 ? .zero : .microseconds(seconds * 2_500))
        table.surroundings.closed = []
        let end = table.now + .microseconds(seconds * 2_500)
        requests += table.play(
          .surroundings(table.surroundings), until: end, fetch: .notModified, send: .notSent
        ).map(\.text)
      }
      let fetches = requests.count { $0.hasPrefix("fetch") }
      #expect(fetches <= seconds + 1)
      #expect(requests.count - fetches <= seconds + 1)
      #expect(fetches >= seconds / 4)
      if count == 1_000 {
        print("200 flaps in \(seconds) s: \(fetches) fetches, \(requests.count - fetches) attempts")
      }
    }
  }

  @Test func `The steps of sending are in proportion to the changes`() {
    func drain(_ count: Int) -> (events: Int, time: Duration) {
      var table = Table(capacity: count, isOnline: false)
      table.on(.perform((0..<count).map { Wish("\($0)") }, [], storesBaseFirst: false, 7))
      table.on(.journaled(.written))
      table.surroundings.isRunning = true
      let start = ContinuousClock.now
      let requests = table.play(
        .surroundings(table.surroundings), until: .seconds(60), fetch: .notModified,
        send: .applied(update()))
      #expect(requests.count == count + 1 && table.core.changes.isEmpty)
      return (table.core.turn.count, ContinuousClock.now - start)
    }
    let (few, many) = (drain(100), drain(1_000))
    print("a drain of 100 changes takes \(few.time), one of 1,000 \(many.time)")
    #expect(many.events <= few.events * 10)
  }
}

extension SyncMachine.Work {
  var isSend: Bool { if case .send = self { true } else { false } }
}
