public import NetworkingTestSupport
public import OrderRatingServerModel

/// The server of reviews, with faults.
public typealias ReviewServerDouble = ServerDouble<ReviewServerModel>

extension ReviewServerDouble {
  /// Makes a server with the sample orders and no review.
  public convenience init() {
    self.init(.sample) { $0.answer($1) }
  }
}
