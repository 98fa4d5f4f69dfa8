/// A request that is under way and can be called off without touching any other.
struct SourceRequest: Sendable {
  private(set) var isCalledOff = false
  private let end: AsyncStream<Never>.Continuation

  /// Makes one, and what ends when it is called off.
  static func make() -> (request: SourceRequest, calledOff: AsyncStream<Never>) {
    let (calledOff, end) = AsyncStream.makeStream(of: Never.self)
    return (SourceRequest(end: end), calledOff)
  }

  private init(end: AsyncStream<Never>.Continuation) {
    self.end = end
  }

  mutating func callOff() {
    isCalledOff = true
    end.finish()
  }
}
