import Networking
public import Sync
import Synchronization

/// A server that holds each request until a test answers it, so that no test depends on timing.
public final class HeldServer<Scope: Hashable & Sendable, Value: Sendable>: Sendable {
  /// A request that has arrived.
  public struct Request: Sendable {
    /// The requested scope.
    public let scope: Scope
    /// The validator of the caller's stored value.
    public let validator: String?
    fileprivate let answers: AsyncStream<FetchOutcome<Value?>>.Continuation
    fileprivate let end: AsyncStream<Void>

    /// Answers the request, unless it was canceled.
    public func give(_ answer: FetchOutcome<Value?>) { answers.yield(answer) }

    /// Waits until the request is canceled.
    public func isCalledOff() async {
      for await _ in end {}
    }
  }

  private let arrivals: AsyncStream<Request>
  private let arrival: AsyncStream<Request>.Continuation
  private let asked = Mutex(0)

  /// Creates a server without requests.
  public init() {
    (arrivals, arrival) = AsyncStream.makeStream()
  }

  /// The number of requests that have arrived.
  public var count: Int { asked.withLock { $0 } }

  /// Waits for the next request and returns it; supports one caller at a time.
  public func next() async -> Request {
    for await request in arrivals { return request }
    preconditionFailure("a server is not asked by a task that was cancelled")
  }

  /// Handles a fetch of a source.
  ///
  /// Returns `.failed` if the fetching task is canceled.
  public func fetch(_ scope: Scope, _ validator: String?) async -> FetchOutcome<Value?> {
    let (answers, give) = AsyncStream.makeStream(of: FetchOutcome<Value?>.self)
    let (end, ended) = AsyncStream.makeStream(of: Void.self)
    give.onTermination = { _ in ended.finish() }
    asked.withLock { $0 += 1 }
    arrival.yield(Request(scope: scope, validator: validator, answers: give, end: end))
    for await answer in answers { return answer }
    return .failed(.noAnswer(.cancelled))
  }
}

extension FetchOutcome {
  /// Creates the outcome of a fetch that has returned a value for a source.
  public static func value<Value: Sendable>(
    _ value: Value, validator: String? = nil, version: Int? = nil
  ) -> FetchOutcome where Base == Value? {
    .updated(ServerUpdate(value, version: version.map { ServerVersion($0) }), validator: validator)
  }
}
