import Sync
import Testing

#if canImport(Observation)
  import Observation
#endif

@MainActor @Suite struct ObservedTests {
  /// A value that a test changes.
  private struct Source: StateProvider {
    let stream: AsyncStream<Int>
    let continuation: AsyncStream<Int>.Continuation
    init() { (stream, continuation) = AsyncStream.makeStream() }
    var state: Int { 0 }
    func states() -> AsyncStream<Int> { stream }
  }

  @Test func `An observed state is the current one at once`() {
    #expect(Observed(Source()).state == 0)
  }

  @Test
  func `An update of a feature reaches the observers of its state`() async {
    let source = Source()
    let observed = Observed(source)
    await withCheckedContinuation { continuation in
      withObservationTracking {
        _ = observed.state
      } onChange: {
        continuation.resume()
      }
      source.continuation.yield(1)
    }
    while observed.state != 1 { await Task.yield() }
  }

  @Test
  func `The updates end when the observed state is released`() async {
    let source = Source()
    var observed: Observed<Int>? = Observed(source)
    #expect(observed?.state == 0)
    let end = AsyncStream.makeStream(of: Void.self)
    source.continuation.onTermination = { _ in end.continuation.finish() }
    observed = nil
    for await _ in end.stream {}
  }
}
