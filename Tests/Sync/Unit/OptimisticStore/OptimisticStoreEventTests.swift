import Networking
import NetworkingTestSupport
@testable import Sync
import SyncTestSupport
import Synchronization
import Testing

/// The state and the requests of a store after an event: a call, an answer, or a new gate, city or time.
@Suite struct OptimisticStoreEventTests {
  // MARK: Without run

  @Test func `A call receives the state of the city that was chosen before it`() {
    let bench = StoreBench()
    bench.refresh()
    bench.city.settle(in: .belgrade)
    let countries = Log<String?>()
    bench.call { store throws(SyncError) in
      try await store.perform { state, _ in
        _ = countries.add(state.country)
        return []
      }
    }
    #expect(countries.all == ["RS"])
  }

  @Test func `A refresh that a closed gate prevents says so, and so does each pending change`() {
    let bench = StoreBench()
    bench.enqueue("a")
    bench.city.gate.close(for: .offline)
    #expect(bench.refresh().failure == .closed([.offline]))
    #expect(bench.state.pending == ["a": .gateClosed([.offline])])
    #expect(bench.requests.isEmpty)
  }

  @Test func `A refresh without run shows that it is fetching`() {
    let door = Door()
    let bench = StoreBench(
      WordModel(fetched: { _ in
        await door.wait()
        return .notModified
      }))
    let refresh = bench.refresh()
    #expect(bench.state.sync.fetch == .fetching)
    bench.open(door)
    #expect(bench.state.sync.fetch == .notRunning && refresh.answer != nil)
  }

  @Test func `A refresh makes the request again that ended with its caller`() {
    let door = Door()
    let bench = StoreBench(
      WordModel(fetched: { number in
        guard number == 1 else { return .notModified }
        await door.wait()
        return .failed(.noAnswer(.cancelled))
      }))
    let first = bench.refresh()
    first.cancel()
    bench.open(door)
    #expect(first.failure == .cancelled)
    #expect(bench.refresh().answer != nil)
    #expect(bench.requests == ["fetch in KZ", "fetch in KZ"])
  }

  @Test func `A fetch that the server refuses for a reason closes the gate for it`() {
    let bench = StoreBench(WordModel(fetched: { _ in .closed(.signedOut) }))
    #expect(bench.refresh().failure == .closed([.signedOut]))
    #expect(bench.city.gate.reasons == [.signedOut])
  }

  // MARK: Fetching

  @Test func `A refresh waits while the fetch of a run is in progress`() {
    let door = Door()
    let bench = StoreBench(
      WordModel(fetched: { _ in
        await door.wait()
        return .notModified
      }))
    bench.run()
    let refresh = bench.refresh()
    #expect(!refresh.isOver && bench.requests == ["fetch in KZ"])
    bench.open(door)
    #expect(refresh.answer != nil && bench.requests == ["fetch in KZ", "fetch in KZ"])
  }

  @Test func `A running store makes the request again that ended with its caller`() {
    // Whether the refresh or the run makes the request depends on the seed.
    let counts = (UInt64(0)..<8).map { seed in
      let door = Door()
      let bench = StoreBench(
        WordModel(fetched: { number in
          guard number == 2 else { return .notModified }
          await door.wait()
          return .failed(.noAnswer(.cancelled))
        }), seed: seed)
      bench.run()
      bench.refresh().cancel()
      bench.open(door)
      return bench.requests.count
    }
    #expect(Set(counts) == [2, 3])
  }

  @Test func `A running store fetches the value for a new city, even with nothing to send`() {
    let bench = StoreBench()
    bench.run()
    bench.city.settle(in: .belgrade)
    bench.rest()
    #expect(bench.requests == ["fetch in KZ", "fetch in RS"])
  }

  @Test func `A value is settled once it is fetched, even while it is fetched again`() {
    let doors = [Door(), Door()]
    let bench = StoreBench(
      WordModel(fetched: { number in
        if number > 1 { await doors[number - 2].wait() }
        return .notModified
      }))
    bench.run()
    bench.city.gate.close(for: .offline)
    bench.city.gate.open(for: .offline)
    bench.rest()
    bench.refresh()
    #expect(!bench.state.sync.isSettled)
    bench.open(doors[0])
    #expect(bench.state.sync.isSettled && bench.state.sync.fetch == .fetching)
    #expect(bench.requests.count == 3)
    bench.open(doors[1])
    #expect(bench.state.sync.isSettled && bench.state.sync.fetch == .idle)
  }

  // MARK: Sending

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `A change waits without run, is sent next with it, and is then being sent`(seed: UInt64) {
    let door = Door()
    let bench = StoreBench(
      WordModel(sent: { _, _ in
        await door.wait()
        return .applied(ServerUpdate())
      }), seed: seed)
    bench.enqueue("a")
    bench.run()
    var reasons: [WaitReason] = []
    for case let reason? in bench.computed.map({ $0.pending["a"] }) where reason != reasons.last {
      reasons.append(reason)
    }
    #expect(reasons == [.notRunning, .ready, .inFlight])
    #expect(bench.state.mayBeApplied == ["a"])
  }

  @Test func `A new city ends the delay after a failed attempt`() {
    let bench = StoreBench(
      WordModel(sent: { _, number in number == 1 ? .unknown : .applied(ServerUpdate()) }))
    bench.enqueue("a")
    bench.run()
    bench.city.settle(in: .belgrade)
    bench.rest()
    #expect(bench.requests == ["fetch in KZ", "a in KZ", "fetch in RS", "a in RS"])
  }

  @Test func `A change whose delay has ended is sent next although another one is being sent`() {
    let door = Door()
    let bench = StoreBench(
      WordModel(sent: { word, number in
        if word == "photo 1", number == 1 { return .unknown }
        if word == "photo 2" { await door.wait() }
        return .applied(ServerUpdate { $0.append(word) })
      }))
    bench.run()
    bench.enqueue("photo 1")
    bench.enqueue("photo 2")
    bench.wait()
    #expect(bench.state.pending == ["photo 1": .ready, "photo 2": .inFlight])
    bench.open(door)
    #expect(bench.state.base == ["photo 2", "photo 1"])
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `A change is sent in the city that is chosen when its attempt begins`(seed: UInt64) {
    let city = SettledCity(.almaty)
    let bench = StoreBench(
      WordModel(shown: { state in
        if state.pending["a"] == .inFlight { city.settle(in: .belgrade) }
      }), city: city, seed: seed)
    bench.run()
    bench.enqueue("a")
    #expect(bench.requests.filter { $0.hasPrefix("a") } == ["a in RS"])
    #expect(bench.requests.last == "a in RS" && bench.requests.contains("fetch in RS"))
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `A change is not sent in the city that was left during the fetch before it`(seed: UInt64) {
    let city = SettledCity(.almaty)
    let bench = StoreBench(
      WordModel(fetched: { _ in .updated(ServerUpdate { _ in city.settle(in: .belgrade) }) }),
      city: city, seed: seed)
    bench.enqueue("a")
    bench.run()
    #expect(bench.requests == ["fetch in KZ", "fetch in RS", "a in RS"])
  }

  @Test func `A change that waits for a fetch is sent when that fetch returns an older value`() {
    let door = Door()
    let bench = StoreBench(
      WordModel(fetched: { number in
        if number == 2 { await door.wait() }
        return .updated(ServerUpdate(version: ServerVersion(number == 1 ? 5 : 4)))
      }))
    bench.run()
    bench.city.gate.close(for: .offline)
    bench.city.gate.open(for: .offline)
    bench.rest()
    bench.enqueue("a")
    #expect(bench.requests == ["fetch in KZ", "fetch in KZ"])
    bench.open(door)
    #expect(bench.requests == ["fetch in KZ", "fetch in KZ", "a in KZ"])
  }

  @Test(arguments: [false, true])
  func `A model decides whether the value is fetched before a change is sent again`(
    fetches: Bool
  ) {
    let bench = StoreBench(
      WordModel(
        fetchesBeforeRepeating: fetches,
        sent: { word, number in
          if word == "a", number == 1 { return .unknown }
          return .applied(ServerUpdate { $0.append(word) })
        }))
    bench.run()
    bench.enqueue("a")
    bench.wait()
    bench.enqueue("b")
    let again = fetches ? ["fetch in KZ", "a in KZ"] : ["a in KZ"]
    #expect(bench.requests == ["fetch in KZ", "a in KZ"] + again + ["b in KZ"])
  }

  // MARK: Steps

  @Test func `No state is computed for a call that changes nothing`() {
    let bench = StoreBench(
      WordModel(reconciled: { base in if base.isEmpty { base = ["reconciled"] } }))
    func read() { bench.call { store throws(SyncError) in try await store.read { _, _ in } } }
    read()
    read()
    #expect(bench.state.base == ["reconciled"])
    for (state, next) in zip(bench.computed, bench.computed.dropFirst()) { #expect(state != next) }
  }

  @Test func `A state has the gate and the city of one moment`() {
    let city = SettledCity(.almaty)
    let bench = StoreBench(
      WordModel(reconciled: { base in
        guard base == ["a"] else { return }
        base.append("reconciled")
        city.gate.close(for: .offline)
        city.settle(in: .belgrade)
      }), city: city)
    bench.run()
    bench.enqueue { $0 = ["a"] }
    let reconciled = bench.computed.filter { $0.base.contains("reconciled") }
    #expect(reconciled.first?.country == "KZ" && reconciled.first?.sync.fetch == .idle)
    #expect(bench.state.country == "RS" && bench.state.sync.fetch == .closed([.offline]))
  }
}
