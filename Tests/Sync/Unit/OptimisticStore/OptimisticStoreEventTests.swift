import Networking
import NetworkingTestSupport
@testable import Sync
import SyncTestSupport
import Testing

/// The state and the requests of a store after an event: a call, an answer or a new city.
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

  // MARK: Fetching

  @Test func `A running store fetches the value for a new city, even with nothing to send`() {
    let bench = StoreBench()
    bench.run()
    bench.city.settle(in: .belgrade)
    bench.rest()
    #expect(bench.requests == ["fetch in KZ", "fetch in RS"])
  }

  // MARK: Sending

  @Test(arguments: 0..<40)
  func `A change is sent in the city that is chosen when its attempt begins`(steps: Int) {
    let city = SettledCity(.almaty)
    let bench = StoreBench(city: city)
    bench.run()
    bench.enqueue("a", steps: steps)
    let sent = bench.requests.filter { $0.hasPrefix("a") }
    city.settle(in: .belgrade)
    bench.rest()
    let later = bench.requests.filter { $0.hasPrefix("a") }
    #expect(sent == ["a in KZ"] ? later == sent : later == ["a in RS"])
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

  // MARK: Steps

  @Test func `A run that is canceled at any step loses no change and repeats none as new`() {
    var sent: Set<Int> = []
    for steps in 0..<80 {
      let log = Log<String>()
      let model = WordModel(sent: { word, _ in
        log.add(word)
        return .applied(ServerUpdate { if !$0.contains(word) { $0.append(word) } })
      })
      let bench = StoreBench(model, seed: UInt64(steps))
      bench.enqueue("a", "b")
      let run = bench.call(steps: steps) { store throws(SyncError) in try await store.run() }
      let requests = bench.requests.count
      run.cancel()
      bench.rest()
      #expect(run.isOver && bench.requests.count == requests)
      sent.insert(log.all.count)
      #expect(bench.state.pending.union(bench.state.base) == ["a", "b"])
      bench.run()
      #expect(bench.state.base.sorted() == ["a", "b"] && bench.state.pending.isEmpty)
    }
    // Some runs ended before the first attempt, and some after the last one.
    #expect(sent.contains(0) && sent.contains(2))
  }

  @Test func `No state is computed unless it is read`() {
    let bench = StoreBench()
    bench.run()
    for word in ["a", "b", "c"] {
      bench.call { store throws(SyncError) in try await store.perform { _ in [Word(word)] } }
    }
    #expect(bench.computed.isEmpty)
    #expect(bench.state == bench.state && bench.computed.count == 1)
  }
}
