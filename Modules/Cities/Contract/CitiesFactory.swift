public import Foundation
public import Networking
public import Storage
public import Sync

/// Makes this module's one entry.
public enum CitiesFactory {
  /// Makes a catalog; nothing is read or sent before the first call to it.
  ///
  /// - Parameters:
  ///   - transport: Reaches the server that serves `/v1/cities`.
  ///   - directory: Where the chosen city and a refreshed list are kept.
  ///   - language: The language to begin with.
  ///   - gate: Is closed until there is a current city, so that nothing that needs one is sent.
  ///   - former: What an earlier app left; `nil` when there was none.
  ///   - now: Tells the time of day. It decides for how long an answer with a lower revision than the
  ///     stored one counts as that of a replica that lags.
  /// - Returns: A catalog; make one per directory.
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
