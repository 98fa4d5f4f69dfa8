public import Sync

/// The entry point of this module.
public enum OrderRatingFactory {
  /// Creates the reviews of one user, which read and send nothing before the first call.
  ///
  /// - Parameter environment: The environment of the app. Its clock must not be one that the user
  ///   can set, because it measures the time that orders can still be rated.
  /// - Returns: The reviews; create one per directory.
  public static func makeReviews(in environment: FeatureEnvironment) -> any OrderReviews {
    LiveOrderReviews(files: StoredRatingFiles(in: environment.directory), in: environment)
  }
}
