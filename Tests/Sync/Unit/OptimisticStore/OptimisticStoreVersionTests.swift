import NetworkingTestSupport
import Sandbox
@testable import Sync
import SyncTestSupport
import Synchronization
import Testing

/// The choice of the base among the server's values, and of the changes that it contains.
@Suite struct OptimisticStoreVersionTests {
  private typealias Fetched = FetchOutcome<[String]>

  // MARK: Versions

  @Test func `An answer with an older version of the same entity leaves the base as it is`() {
    let bench = StoreBench(
      WordModel(
        fetched: { _ in Self.value(["a"], 5) },
        sent: { word, _ in
          switch word {
          case "older": .applied(Self.update([word], 4))
          case "equal": .applied(Self.update([word], 5))
          case "newer": .applied(Self.update([word], 6))
          default: .applied(ServerUpdate(version: ServerVersion(1, of: word)) { $0 = [word] })
          }
        }))
    bench.run()
    for (word, base) in [
      ("older", "a"), ("equal", "equal"), ("newer", "newer"), ("other", "other"),
    ] {
      bench.enqueue(word)
      #expect(bench.state.base == [base])
    }
  }

  @Test func `A fetched older version is outdated while a replica may lag, and then the base`() {
    // Each fetch at a number of seconds: a version, or `nil` for the confirmation of the base.
    let timelines: [[(seconds: Int, version: Int?, isOutdated: Bool)]] = [
      [(100, 5, false), (160, 4, true), (161, 4, false)],
      // An outdated value does not confirm the base.
      [(0, 5, false), (30, 4, true), (61, 4, false)],
      [(0, 5, false), (60, nil, false), (120, 4, true), (121, 4, false)],
    ]
    for timeline in timelines {
      let next = Mutex(Fetched.notModified)
      let bench = StoreBench(WordModel(fetched: { _ in next.withLock { $0 } }))
      var base: [String] = []
      for (seconds, version, isOutdated) in timeline {
        bench.clock.jump(by: .seconds(seconds) - bench.clock.now.sinceStart)
        next.withLock { next in
          next = version.map { Self.value(["\($0)"], $0) } ?? .notModified
        }
        #expect(bench.refresh().failure == (isOutdated ? .fetch(.outdated) : nil))
        if let version, !isOutdated { base = ["\(version)"] }
        #expect(bench.state.base == base)
      }
    }
  }

  @Test(arguments: [5, nil] as [Int?])
  func `A fetch that an answer overlaps does not undo it`(version: Int?) {
    let door = Door()
    let bench = StoreBench(
      WordModel(
        fetched: { number in
          if number == 2 { await door.wait() }
          return Self.value(number < 3 ? ["fetched"] : ["again"], version)
        },
        sent: { _, _ in .applied(Self.update(["answered"], version.map { $0 + 1 })) }))
    bench.run()
    let refresh = bench.refresh()
    bench.enqueue("a")
    #expect(bench.state.base == ["answered"])
    bench.open(door)
    #expect(refresh.answer != nil)
    // Without a version, it is unknown which of the two is newer, so the value is fetched again.
    #expect(bench.state.base == [version == nil ? "again" : "answered"])
    #expect(bench.requests.count { $0.hasPrefix("fetch") } == (version == nil ? 3 : 2))
  }

  @Test func `The validator is that of the fetched value alone`() {
    let bench = StoreBench(
      WordModel(
        fetched: { $0 == 1 ? .updated(Self.update(["a"], 1), validator: "1") : .notModified },
        sent: { _, _ in .applied(Self.update(["b"], 2)) }))
    bench.run()
    bench.refresh()
    bench.refresh()
    bench.enqueue("b")
    bench.refresh()
    #expect(
      bench.requests == [
        "fetch in KZ", "fetch in KZ unless 1", "fetch in KZ unless 1", "b in KZ", "fetch in KZ",
      ])
  }

  // MARK: Current values

  @Test func `A fetch before an expiry does not make the base current`() {
    let door = Door()
    let bench = StoreBench(
      WordModel(fetched: { number in
        if number == 1 { await door.wait() }
        return .notModified
      }))
    bench.run()
    bench.enqueue("a")
    bench.city.gate.close(for: .offline)
    bench.city.gate.open(for: .offline)
    bench.open(door)
    #expect(bench.requests == ["fetch in KZ", "fetch in KZ", "a in KZ"])
    #expect(bench.state.sync.isSettled)
  }

  @Test func `A change is not sent after a fetch that fails`() {
    let bench = StoreBench(
      WordModel(fetched: { $0 == 1 ? Self.value(["a"], 1) : .failed(.status(500)) }))
    bench.run()
    bench.city.gate.close(for: .offline)
    bench.rest()
    #expect(bench.state.sync.fetch == .closed([.offline]))
    bench.city.gate.open(for: .offline)
    bench.enqueue("b")
    #expect(bench.state.sync.fetch == .failed(.status(500)) && !bench.state.sync.isSettled)
    #expect(!bench.requests.contains("b in KZ"))
  }

  // MARK: Contained changes

  @Test func `An answer without the value contains its change after the next fetch`() {
    let doors = [Door(), Door()]
    let bench = StoreBench(
      WordModel(
        fetched: { number in
          if number > 1 { await doors[number - 2].wait() }
          return Self.value(number == 3 ? ["a"] : [], number)
        }, sent: { _, _ in .applied(ServerUpdate(needsFetch: true)) }))
    bench.run()
    // The change is applied during this fetch, whose value may lack it.
    bench.refresh()
    bench.enqueue("a")
    #expect(bench.state.pending == ["a": .applied] && !bench.state.sync.isSettled)
    bench.open(doors[0])
    #expect(bench.state.pending == ["a": .applied] && bench.requests.count == 4)
    bench.disk.hold(.base)
    bench.open(doors[1])
    #expect(bench.state.pending.isEmpty && bench.state.contained == ["a"])
    #expect(bench.disk.writes.last == "base a")
    bench.release(.base)
    #expect(bench.state.contained.isEmpty && bench.disk.writes.last == "journal 1 removed")
  }

  @Test func `The first fetch contains what an earlier process has sent`() {
    let disk = BenchDisk()
    let gate = Gate()
    let before = StoreBench(
      WordModel(sent: { _, _ in
        gate.close(for: .offline)
        return .applied(ServerUpdate(needsFetch: true))
      }), disk: disk, city: SettledCity(.almaty, gate: gate))
    before.run()
    before.enqueue("a")
    #expect(disk.writes.last == "journal a applied")

    let door = Door()
    let bench = StoreBench(
      WordModel(fetched: { _ in
        await door.wait()
        return Self.value(["a"], 1)
      }), disk: disk)
    bench.run()
    bench.enqueue("b")
    #expect(bench.state.pending == ["a": .applied, "b": .inFlight])
    disk.hold(.base)
    bench.open(door)
    #expect(bench.state.contained == ["a", "b"] && !disk.writes.contains("journal 1 removed"))
    bench.release(.base)
    #expect(bench.state.contained.isEmpty && disk.writes.contains("journal 1 removed"))
  }

  private static func update(_ words: [String], _ version: Int?) -> ServerUpdate<[String]> {
    ServerUpdate(version: version.map { ServerVersion($0) }) { $0 = words }
  }

  private static func value(_ words: [String], _ version: Int?) -> Fetched {
    .updated(update(words, version))
  }
}
