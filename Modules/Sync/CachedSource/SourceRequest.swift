/// A request in progress that can be canceled without affecting others.
struct SourceRequest: Sendable {
  private(set) var isCalledOff = false
  /// Ends the stream that signals the cancellation.
  ///
  /// Its element is not `Never`: under ThreadSanitizer such a stream does not end (Swift 6.3).
  private let end: AsyncStream<Void>.Continuation

  /// Creates a request, and a stream that ends when the request is canceled.
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
