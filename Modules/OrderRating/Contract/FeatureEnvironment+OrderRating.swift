public import Sync

extension FeatureEnvironment {
  /// Creates the ``OrderReviews`` of one user; the object reads no file and sends no request until one of
  /// its methods is called.
  ///
  /// ```swift
  /// let reviews = environment.makeOrderReviews()
  ///
  /// group.addTask { try await reviews.run() }
  /// ```
  ///
  /// The clock of the environment must be one that the user cannot set, because it measures how long orders
  /// can still be rated.
  ///
  /// - Returns: The reviews. Create only one ``OrderReviews`` object for each storage directory.
  public func makeOrderReviews() -> any OrderReviews {
    LiveOrderReviews(files: StoredRatingFiles(in: directory), in: self)
  }
}
