public import Sync

/// The entry point of this module.
public enum OrderRatingFactory {
  /// Makes the reviews of one user; nothing is read or sent before the first call to them.
  ///
  /// - Parameter environment: The surroundings of the app. Its clock must not be one that the user can
  ///   set: it measures the windows of the orders.
  /// - Returns: The reviews; make one per directory.
  public static func makeReviews(in environment: FeatureEnvironment) -> any OrderReviews {
    LiveOrderReviews(files: StoredRatingFiles(in: environment.directory), in: environment)
  }
}
