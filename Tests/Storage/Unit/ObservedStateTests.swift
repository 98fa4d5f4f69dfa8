import Testing

@testable import Storage

@Suite("Observed states")
struct ObservedStateTests {
  @Test func `An observer receives the current state, then the newest one after each wait`() async {
    let state = ObservedState(1)
    var states = state.states().makeAsyncIterator()
    #expect(await states.next() == 1)

    for updates in [2...2, 3...5] {
      for number in updates { state.tell(number) }
      #expect(state.state == updates.upperBound)
      #expect(await states.next() == updates.upperBound)
    }
  }

  @Test func `An equal state is not an update`() async {
    var state: ObservedState<Int>? = ObservedState(1)
    var states = state?.states().makeAsyncIterator()
    #expect(await states?.next() == 1)
    state?.tell(1)
    // The observers end with the state, and have not received another one.
    state = nil
    #expect(await states?.next() == nil)
    #expect(state == nil)
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
    let (state, ends) = (ObservedState(1), Collected<Int>())
    do {
      let stream = state.states(onEnd: { ends.add(1) })
      #expect(ends.all == [])
      withExtendedLifetime(stream) {}
    }
    #expect(ends.all == [1])
    withExtendedLifetime(state) {}
  }

  @Test func `Observers end in the order of their subscriptions`() {
    let ends = Collected<Int>()
    var broadcast: Broadcast<Int>? = Broadcast()
    let streams = (0..<5).map { number in
      broadcast?.observe(now: nil, onEnd: { ends.add(number) })
    }
    broadcast = nil
    #expect(broadcast == nil)
    #expect(ends.all == [0, 1, 2, 3, 4])
    withExtendedLifetime(streams) {}
  }

  @Test func `Observers receive a state in the order of their subscriptions`() {
    let (broadcast, arrivals, executor) = (Broadcast<Int>(), Collected<Int>(), ManualExecutor())
    for number in 0..<5 {
      let stream = broadcast.observe(now: nil)
      Task(executorPreference: executor) {
        for await _ in stream {
          arrivals.add(number)
          break
        }
      }
    }
    executor.runJobs()
    #expect(arrivals.all == [])

    broadcast.tell(1)
    executor.runJobs()
    #expect(arrivals.all == [0, 1, 2, 3, 4])
  }
}
