public import Commerce
public import Sync

extension FeatureEnvironment {
  /// Creates a catalog, which reads no file and sends no request until a method is called.
  ///
  /// The server of the environment serves `/v1/cities`. The catalog sets the environment's city. After
  /// ``CityCatalog/choose(_:)`` has returned, all features with the same environment send their requests for
  /// the chosen city.
  ///
  /// - Parameters:
  ///   - language: The language of the list and of fetched cities, until
  ///     ``CityCatalog/setLanguage(_:)`` selects another one.
  ///   - bundle: The list that the app ships, for the time before the server has sent a list.
  ///   - former: The city that the user chose in an app that this app replaces, for as long as that
  ///     app's data exists; `nil` if there is none. A `LegacyIdentifier` reads its id.
  /// - Returns: A catalog. Create only one for each storage directory.
  public func makeCityCatalog(
    language: Language, bundle: BundledCities = .empty, former: CityID? = nil
  ) -> any CityCatalog {
    LiveCityCatalog(
      repositories: CitiesRepositories(directory: directory), language: language,
      environment: self, former: former, bundle: bundle)
  }
}
