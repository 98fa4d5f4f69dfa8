public import Cities
public import Foundation
public import Storage
import StorageTestSupport
public import Sync
import Synchronization

/// Device and network on which a test launches the app repeatedly.
public protocol CityDevice: Sendable {
  /// Server of the catalogs on this device.
  var server: CityServerDouble { get }
  /// Settings of a former app.
  var settings: FormerSettings { get }
  /// Gate that is open while a city is settled.
  var gate: Gate { get }
  /// Time of day, which only the test advances.
  var time: CityTime { get }

  /// Creates a catalog as a new process does, which shares only the stored data.
  func launch(in language: Language) -> any CityCatalog
}

/// Time of day that a test advances.
public final class CityTime: Sendable {
  private let seconds = Mutex<TimeInterval>(1_795_000_000)

  /// Current time.
  public var now: Date { seconds.withLock { Date(timeIntervalSince1970: $0) } }

  /// Advances the time by some seconds.
  public func pass(_ more: TimeInterval) { seconds.withLock { $0 += more } }
}

/// A device whose catalogs store nothing in files.
public final class InMemoryCityDevice: CityDevice {
  /// Server of the catalogs.
  public let server = CityServerDouble()
  /// Settings of a former app.
  public let settings = FormerSettings()
  /// Gate that is open while a city is settled.
  public let gate = Gate()
  /// Time of day.
  public let time = CityTime()
  private let directory = Mutex(StorageDirectory.inMemory())

  /// Creates a device without stored data.
  public init() {}

  /// Creates a catalog with the stored data.
  public func launch(in language: Language) -> any CityCatalog {
    let directory = directory.withLock { directory in
      directory = directory.reopened()
      return directory
    }
    return CitiesFactory.makeCatalog(
      in: FeatureEnvironment(
        transport: server, directory: directory, city: SettledCity(gate: gate),
        now: { [time] in time.now }),
      language: language, leaving: settings.formerApp())
  }
}

/// Device whose catalogs are the live ones, with a temporary directory of its own.
public final class LiveCityDevice: CityDevice {
  /// Server of the catalogs.
  public let server = CityServerDouble()
  /// Settings of a former app.
  public let settings = FormerSettings()
  /// Gate that is open while a city is settled.
  public let gate = Gate()
  /// Time of day.
  public let time = CityTime()
  /// Main file of the former app's database; it need not exist.
  public var formerDatabase: URL { directory.appending(path: "default.db") }
  /// Directory of the stored data; the first write creates it.
  public var directory: URL { folder.url }

  private let folder = DeviceFolder()

  /// Creates a device without stored data.
  public init() {}

  /// Opens the directory again, after the previous launch has released it.
  public func storage() -> StorageDirectory {
    folder.launch()
  }

  /// Creates a catalog with the stored data.
  public func launch(in language: Language) -> any CityCatalog {
    CitiesFactory.makeCatalog(
      in: FeatureEnvironment(
        transport: server, directory: storage(), city: SettledCity(gate: gate),
        now: { [time] in time.now }),
      language: language,
      leaving: settings.formerApp(database: LegacyDatabase(mainFile: formerDatabase)))
  }
}
