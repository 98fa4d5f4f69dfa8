public import Cities
public import Foundation
public import Storage
import StorageTestSupport
public import Sync
import Synchronization

/// A device and its network, on which an app with a catalog is launched again and again.
public protocol CityDevice: Sendable {
  /// What the catalogs on this device ask.
  var server: CityServerDouble { get }
  /// What a former app left.
  var settings: FormerSettings { get }
  /// Lets through what needs a city.
  var gate: Gate { get }
  /// The time of day; it passes only when a test says so.
  var time: CityTime { get }

  /// Makes a catalog as a new process would: nothing is shared but what was kept.
  func launch(in language: Language) -> any CityCatalog
}

/// A time of day that a test moves.
public final class CityTime: Sendable {
  private let seconds = Mutex<TimeInterval>(1_795_000_000)

  /// The present time.
  public var now: Date { seconds.withLock { Date(timeIntervalSince1970: $0) } }

  /// Lets time pass.
  public func pass(_ more: TimeInterval) { seconds.withLock { $0 += more } }
}

/// A device whose catalogs store nothing in files.
public final class InMemoryCityDevice: CityDevice {
  /// What the catalogs ask.
  public let server = CityServerDouble()
  /// What a former app left.
  public let settings = FormerSettings()
  /// Lets through what needs a city.
  public let gate = Gate()
  /// The time of day.
  public let time = CityTime()
  private let directory = Mutex(StorageDirectory.inMemory())

  /// Makes a device on which nothing was ever chosen.
  public init() {}

  /// Makes a catalog over what was kept.
  public func launch(in language: Language) -> any CityCatalog {
    let directory = directory.withLock { directory in
      directory = directory.reopened()
      return directory
    }
    return CitiesFactory.makeCatalog(
      in: FeatureEnvironment(
        transport: server, directory: directory, gate: gate, now: { [time] in time.now }),
      language: language, leaving: settings.formerApp())
  }
}

/// A device whose catalogs are the live ones, over a temporary directory of its own.
public final class LiveCityDevice: CityDevice {
  /// What the catalogs ask.
  public let server = CityServerDouble()
  /// What a former app left.
  public let settings = FormerSettings()
  /// Lets through what needs a city.
  public let gate = Gate()
  /// The time of day.
  public let time = CityTime()
  /// The main file of its database, which need not be there.
  public var formerDatabase: URL { directory.appending(path: "default.db") }
  /// Where the catalogs keep what they keep; made by the first of them that does.
  public var directory: URL { folder.url }

  private let folder = DeviceFolder()

  /// Makes a device on which nothing was ever chosen.
  public init() {}

  /// Takes the directory over from the launch before.
  public func storage() -> StorageDirectory {
    folder.launch()
  }

  /// Makes a catalog over what was kept.
  public func launch(in language: Language) -> any CityCatalog {
    CitiesFactory.makeCatalog(
      in: FeatureEnvironment(
        transport: server, directory: storage(), gate: gate, now: { [time] in time.now }),
      language: language,
      leaving: settings.formerApp(database: AbandonedDatabase(mainFile: formerDatabase)))
  }
}
