public import Sync

extension FeatureEnvironment {
  /// Creates a tracker for the orders of one user, which reads no file and sends no request until a
  /// method is called.
  ///
  /// The server of the environment serves `/v1/orders`. Its clock must be one that the user cannot set.
  ///
  /// ```swift
  /// let orders = environment.makeOrderTracker()
  /// ```
  ///
  /// - Returns: A tracker. Create only one for each storage directory.
  public func makeOrderTracker() -> any OrderTracker {
    LiveOrderTracker(in: self)
  }
}
