public import Networking
public import Storage

/// Makes this module's one entry.
public enum CitiesFactory {
  /// Makes a catalog; nothing is read or sent before the first call to it.
  ///
  /// - Parameters:
  ///   - transport: Reaches the server that serves `/v1/cities`.
  ///   - directory: Where the chosen city and a refreshed list are kept.
  ///   - language: The language to begin with.
  /// - Returns: A catalog; make one per directory.
  public static func makeCatalog(
    transport: any Transport, directory: StorageDirectory, language: Language
  ) -> any CityCatalog {
    DefaultCityCatalog(
      server: CityServer(transport: transport),
      kept: CitiesRepositories(directory: directory),
      language: language)
  }
}
