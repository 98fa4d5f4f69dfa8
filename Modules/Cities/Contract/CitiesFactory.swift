public import Foundation
public import Networking
public import Storage
public import Sync

/// The entry point of this module.
public enum CitiesFactory {
  /// Creates a catalog; reads and sends nothing before the first call to it.
  ///
  /// - Parameters:
  ///   - transport: The connection to the server of `/v1/cities`.
  ///   - directory: The directory for the current city and a downloaded list.
  ///   - language: The initial language.
  ///   - gate: The gate that the catalog closes until there is a current city, so that no request
  ///     that depends on a city is sent.
  ///   - former: The data of a former app; `nil` if there was none.
  ///   - now: Returns the current time. It determines for how long a response with a lower revision
  ///     than the stored one is attributed to a lagging replica.
  /// - Returns: A catalog; create one per directory.
  public static func makeCatalog(
    transport: any Transport, directory: StorageDirectory, language: Language,
    gate: Gate = Gate(), leaving former: FormerApp? = nil,
    now: @escaping @Sendable () -> Date = { .now }
  ) -> any CityCatalog {
    DefaultCityCatalog(
      server: CityServer(transport: transport),
      kept: CitiesRepositories(directory: directory),
      language: language, gate: gate, former: former, now: now)
  }
}
