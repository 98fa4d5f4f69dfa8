public import Sync

/// Creates the entry to this module.
public enum CitiesFactory {
  /// Creates a catalog, which reads and sends nothing before the first call.
  ///
  /// The catalog is the one that settles `environment.city`: every other feature that was created in
  /// the same environment sends its requests in the current city from the moment in which
  /// ``CityCatalog/choose(_:)`` returns.
  ///
  /// - Parameters:
  ///   - environment: The surroundings of the app. Its server serves `/v1/cities`.
  ///   - language: The language at the start.
  ///   - former: The data of an earlier app; `nil` when there was none.
  /// - Returns: A catalog; create one per directory.
  public static func makeCatalog(
    in environment: FeatureEnvironment, language: Language, leaving former: LegacyApp? = nil
  ) -> any CityCatalog {
    DefaultCityCatalog(
      server: CityServer(transport: environment.transport),
      kept: CitiesRepositories(directory: environment.directory), language: language,
      environment: environment, former: former)
  }
}
