/// A request that is under way and can be called off without touching any other.
struct SourceRequest: Sendable {
  private(set) var isCalledOff = false
  /// Of nothing, and not of `Never`: under ThreadSanitizer such a stream does not end (Swift 6.3).
  private let end: AsyncStream<Void>.Continuation

  /// Makes one, and what ends when it is called off.
  static func make() -> (request: SourceRequest, calledOff: AsyncStream<Void>) {
    let (calledOff, end) = AsyncStream.makeStream(of: Void.self)
    return (SourceRequest(end: end), calledOff)
  }

  private init(end: AsyncStream<Void>.Continuation) {
    self.end = end
  }

  mutating func callOff() {
    isCalledOff = true
    end.finish()
  }
}
