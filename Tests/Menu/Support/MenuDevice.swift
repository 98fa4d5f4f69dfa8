public import Foundation
public import Menu
@_spi(SettledCity) public import Networking
import Storage
import StorageTestSupport
public import Sync
import Synchronization

/// Device and network on which a test launches the app repeatedly.
public protocol MenuDevice: Sendable {
  /// Server of the catalogs on this device.
  var server: MenuServerDouble { get }
  /// Gate that permits requests.
  var gate: Gate { get }
  /// The settled city.
  var city: SettledCity { get }
  /// The time of day; it passes only when a test says so.
  var time: MenuTime { get }

  /// Creates a catalog as a new process does, which shares only the stored data.
  func launch(_ fulfillment: FulfillmentMethod, in context: RequestContext) -> any MenuCatalog
}

/// Time of day that a test advances.
public final class MenuTime: Sendable {
  private let seconds = Mutex<TimeInterval>(1_795_000_000)

  /// Current time.
  public var now: Date { seconds.withLock { Date(timeIntervalSince1970: $0) } }

  /// Advances the time by some seconds.
  public func pass(_ more: TimeInterval) { seconds.withLock { $0 += more } }
}

extension RequestContext {
  /// A settled city in English.
  public static let sampleCity = sample("en")
  /// The same city in Russian.
  public static let sampleCityInRussian = sample("ru")

  /// Another settled city, in another time zone.
  public static let otherCity = sample("ru", city: 524_901, timeZone: "Europe/Moscow")

  private static func sample(
    _ language: String, city: CityID = 1_526_384, timeZone: String = "Asia/Almaty"
  ) -> RequestContext {
    guard
      let context = RequestContext(
        country: "KZ", city: city, language: language, timeZone: timeZone)
    else { preconditionFailure("\(language) cannot be sent") }
    return context
  }
}

/// A device whose catalogs store nothing in files.
public final class InMemoryMenuDevice: MenuDevice {
  /// The server that the catalogs ask.
  public let server = MenuServerDouble()
  /// Gate that permits requests.
  public let gate = Gate()
  /// Time of day.
  public let time = MenuTime()
  /// The settled city.
  public let city: SettledCity
  private let directory = Mutex(StorageDirectory.inMemory())

  /// Makes a device that nothing was ever loaded on.
  public init() { city = SettledCity(gate: gate) }

  /// Creates a catalog with the stored data.
  public func launch(_ fulfillment: FulfillmentMethod, in context: RequestContext)
    -> any MenuCatalog
  {
    city.settle(in: context)
    let directory = directory.withLock { directory in
      directory = directory.reopened()
      return directory
    }
    return MenuFactory.makeCatalog(
      in: FeatureEnvironment(
        transport: server, directory: directory, city: city,
        now: { [time] in time.now }),
      fulfillment: fulfillment)
  }
}

/// Device whose catalogs are the live ones, with a temporary directory of its own.
public final class LiveMenuDevice: MenuDevice {
  /// Server of the catalogs.
  public let server = MenuServerDouble()
  /// Gate that permits requests.
  public let gate = Gate()
  /// Time of day.
  public let time = MenuTime()
  /// Directory of the stored data.
  public var directory: URL { folder.url }
  /// The settled city.
  public let city: SettledCity
  private let folder = DeviceFolder()

  /// Makes a device that nothing was ever loaded on.
  public init() { city = SettledCity(gate: gate) }

  /// Creates a catalog with the stored data.
  public func launch(_ fulfillment: FulfillmentMethod, in context: RequestContext)
    -> any MenuCatalog
  {
    city.settle(in: context)
    return MenuFactory.makeCatalog(
      in: FeatureEnvironment(
        transport: server, directory: folder.launch(), city: city,
        now: { [time] in time.now }),
      fulfillment: fulfillment)
  }
}
