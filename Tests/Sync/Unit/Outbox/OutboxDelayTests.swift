@testable import Sync
import SyncTestSupport
import Testing

@Suite struct OutboxDelayTests {
  @Test func `the longest delay doubles with each failed attempt, up to one minute`() {
    var time = OutboxTime(VirtualClock(), EqualNumbers.largest)
    let delays = [1, 2, 3, 4, 5, 6, 7, 8, 100].map { time.next(after: $0) }
    #expect(delays == [1, 2, 4, 8, 16, 32, 60, 60, 60].map(Duration.seconds))
  }

  @Test func `a delay is a random part of the longest delay, from nothing to the whole`() {
    let parts = [EqualNumbers.smallest, EqualNumbers(number: 1 << 63), EqualNumbers.largest]
    let delays = parts.map { numbers in
      var time = OutboxTime(VirtualClock(), numbers)
      return time.next(after: 3)
    }
    #expect(delays == [0, 2, 4].map(Duration.seconds))
  }

  @Test func `an attempt that did not leave the device delays the next one, and is no failure`()
    throws
  {
    var queue = OutboxQueue<FreeChange>()
    try queue.enqueue(FreeChange("a"))
    for (outcome, delay, failures) in [
      (SendOutcome<FreeChange, Int>.notSent, 1, 0), (.notSent, 2, 0), (.unknown, 4, 1),
    ] {
      queue.send(outcome)
      #expect(queue.reasons == [.backoff(.seconds(delay))])
      #expect(queue.items.map(\.failures) == [failures])
      queue.clock.jump(by: .seconds(delay))
    }
    #expect(queue.reasons == [.ready])
  }

  @Test func `the reason of a delayed change has the rest of the delay`() throws {
    var queue = OutboxQueue<FreeChange>()
    try queue.enqueue(FreeChange("a"))
    queue.send(.unknown)
    queue.clock.jump(by: .milliseconds(250))
    #expect(queue.reasons == [.backoff(.milliseconds(750))])
  }

  @Test func `a retried change does not wait until its delay has ended`() throws {
    var queue = OutboxQueue<FreeChange>()
    try queue.enqueue(FreeChange("a"))
    queue.send(.unknown)
    try queue.retry(1)
    #expect(queue.reasons == [.ready])
    #expect(queue.start().map(\.key) == ["key1"])
  }

  @Test func `a replaced change does not wait until the delay of the former change has ended`()
    throws
  {
    var queue = OutboxQueue<FreeChange>()
    try queue.enqueue(FreeChange("a", 1))
    queue.send(.notSent)
    try queue.replace(1, with: FreeChange("a", 2))
    #expect(queue.start().map(\.change.value) == [2])
  }

  @Test func `retrying now ends all delays but those that the server has requested`() throws {
    var queue = OutboxQueue<FreeChange>()
    try queue.enqueue(FreeChange("a"), FreeChange("b"))
    let attempts = queue.start()
    queue.finish(attempts[0], .unknown)
    queue.finish(attempts[1], .tryLater(after: .seconds(90)))
    queue.outbox.retryNow()
    #expect(queue.reasons == [.ready, .backoff(.seconds(90))])
  }
}
