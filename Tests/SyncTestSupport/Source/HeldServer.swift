public import Sync
import Synchronization

/// A server whose requests are held until a test answers them, so that nothing depends on time.
public final class HeldServer<Scope: Hashable & Sendable, Value: Sendable>: Sendable {
  /// A request that has arrived.
  public struct Request: Sendable {
    /// What was asked for.
    public let scope: Scope
    /// What the caller has already.
    public let validator: String?
    fileprivate let answers: AsyncStream<SourceAnswer<Value>>.Continuation
    fileprivate let end: AsyncStream<Void>

    /// Answers it, unless it was called off.
    public func give(_ answer: SourceAnswer<Value>) { answers.yield(answer) }

    /// Waits until it was called off.
    public func isCalledOff() async {
      for await _ in end {}
    }
  }

  private let arrivals: AsyncStream<Request>
  private let arrival: AsyncStream<Request>.Continuation
  private let asked = Mutex(0)

  /// Makes a server that nobody has asked for anything.
  public init() {
    (arrivals, arrival) = AsyncStream.makeStream()
  }

  /// How many requests have arrived.
  public var count: Int { asked.withLock { $0 } }

  /// The next request, when it arrives; for one caller at a time.
  public func next() async -> Request {
    for await request in arrivals { return request }
    preconditionFailure("a server is not asked by a task that was cancelled")
  }

  /// The `fetch` of a source.
  public func fetch(_ scope: Scope, _ validator: String?) async -> SourceAnswer<Value> {
    let (answers, give) = AsyncStream.makeStream(of: SourceAnswer<Value>.self)
    let (end, ended) = AsyncStream.makeStream(of: Void.self)
    give.onTermination = { _ in ended.finish() }
    asked.withLock { $0 += 1 }
    arrival.yield(Request(scope: scope, validator: validator, answers: give, end: end))
    for await answer in answers { return answer }
    return .failed("called off")
  }
}
