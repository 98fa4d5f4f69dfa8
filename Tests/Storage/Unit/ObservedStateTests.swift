import Synchronization
import Testing

@testable import Storage

@Suite("Observed states", .timeLimit(.minutes(15)))
struct ObservedStateTests {
  @Test func `An observer receives the current state, then each update`() async {
    let state = ObservedState(1)
    var states = state.states().makeAsyncIterator()
    #expect(await states.next() == 1)

    state.tell(2)
    #expect(state.state == 2)
    #expect(await states.next() == 2)

    state.tellNews(3)
    #expect(state.state == 3)
    #expect(await states.next() == 3)
  }

  @Test func `A slow observer receives only the newest state`() async {
    let state = ObservedState(1)
    var states = state.states().makeAsyncIterator()
    for number in 2...5 { state.tell(number) }

    #expect(await states.next() == 5)
  }

  @Test func `An equal state is not an update, unless it is known to be different`() async {
    var state: ObservedState<Int>? = ObservedState(1)
    var states = state?.states().makeAsyncIterator()
    #expect(await states?.next() == 1)
    state?.tellNews(1)
    #expect(await states?.next() == 1)

    state?.tell(1)
    // The observers end with the state, and have not received another one.
    state = nil
    #expect(await states?.next() == nil)
    #expect(state == nil)
  }

  @Test func `Each observer receives the state`() async {
    let broadcast = Broadcast<Int>()
    var first = broadcast.observe(now: nil).makeAsyncIterator()
    var second = broadcast.observe(now: 0).makeAsyncIterator()
    #expect(await second.next() == 0)

    broadcast.tell(1)

    #expect(await first.next() == 1)
    #expect(await second.next() == 1)
  }

  @Test func `A state is evaluated only for observers, which end with their iteration`() {
    let broadcast = Broadcast<Int>()
    var count = 0
    func next() -> Int {
      count += 1
      return count
    }
    broadcast.tell(next())
    #expect(count == 0)

    do {
      let stream = broadcast.observe(now: nil)
      broadcast.tell(next())
      #expect(count == 1)
      withExtendedLifetime(stream) {}
    }
    // The next state finds that the observer has ended.
    broadcast.tell(next())
    let found = count
    broadcast.tell(next())
    #expect(count == found)
  }

  @Test func `The closure of an observer is called once when its iteration ends`() {
    let (state, ends) = (ObservedState(1), Ends())
    do {
      let stream = state.states(onEnd: { ends.add(1) })
      #expect(ends.all == [])
      withExtendedLifetime(stream) {}
    }
    #expect(ends.all == [1])
    withExtendedLifetime(state) {}
  }

  @Test func `Observers end in the order of their subscriptions`() {
    let ends = Ends()
    var broadcast: Broadcast<Int>? = Broadcast()
    let streams = (0..<5).map { number in
      broadcast?.observe(now: nil, onEnd: { ends.add(number) })
    }
    broadcast = nil
    #expect(broadcast == nil)
    #expect(ends.all == [0, 1, 2, 3, 4])
    withExtendedLifetime(streams) {}
  }

  @MainActor
  @Test func `Observers receive a state in the order of their subscriptions`() async {
    let (broadcast, arrivals) = (Broadcast<Int>(), Arrivals())
    let tasks = (0..<5).map { number in
      let stream = broadcast.observe(now: nil)
      return Task { @MainActor in
        for await _ in stream {
          arrivals.numbers.append(number)
          return
        }
      }
    }
    // Each task runs until it waits for a state.
    for _ in 0..<5 { await Task.yield() }

    broadcast.tell(1)

    for task in tasks { await task.value }
    #expect(arrivals.numbers == [0, 1, 2, 3, 4])
  }
}

/// The numbers of ended observers, in the order of their ends.
private final class Ends: Sendable {
  private let numbers = Mutex<[Int]>([])
  var all: [Int] { numbers.withLock { $0 } }
  func add(_ number: Int) { numbers.withLock { $0.append(number) } }
}

@MainActor
private final class Arrivals {
  var numbers: [Int] = []
}
