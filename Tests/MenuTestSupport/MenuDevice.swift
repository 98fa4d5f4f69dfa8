public import Foundation
public import Menu
@_spi(SettledCity) public import Networking
import Storage
import StorageTestSupport
public import Sync
import Synchronization

/// A device and its network, on which an app with a menu is launched again and again.
public protocol MenuDevice: Sendable {
  /// What the catalogs on this device ask.
  var server: MenuServerDouble { get }
  /// Whether anything may be asked.
  var gate: Gate { get }
  /// The settled city.
  var city: SettledCity { get }
  /// The time of day; it passes only when a test says so.
  var time: MenuTime { get }

  /// Makes a catalog as a new process would: nothing is shared but what was kept.
  func launch(_ fulfilment: Fulfilment, in context: RequestContext) -> any MenuCatalog
}

/// A time of day that a test moves.
public final class MenuTime: Sendable {
  private let seconds = Mutex<TimeInterval>(1_795_000_000)

  /// The present time.
  public var now: Date { seconds.withLock { Date(timeIntervalSince1970: $0) } }

  /// Lets time pass.
  public func pass(_ more: TimeInterval) { seconds.withLock { $0 += more } }
}

extension RequestContext {
  /// A settled city in English.
  public static let sampleCity = sample("en")
  /// The same city in Russian.
  public static let sampleCityInRussian = sample("ru")

  private static func sample(_ language: String) -> RequestContext {
    guard let context = RequestContext(country: "KZ", city: 1_526_384, language: language) else {
      preconditionFailure("\(language) cannot be sent")
    }
    return context
  }
}

/// A device whose catalogs store nothing in files.
public final class InMemoryMenuDevice: MenuDevice {
  /// What the catalogs ask.
  public let server = MenuServerDouble()
  /// Whether anything may be asked.
  public let gate = Gate()
  /// The time of day.
  public let time = MenuTime()
  /// The settled city.
  public let city: SettledCity
  private let directory = Mutex(StorageDirectory.inMemory())

  /// Makes a device that nothing was ever loaded on.
  public init() { city = SettledCity(gate: gate) }

  /// Makes a catalog over what was kept.
  public func launch(_ fulfilment: Fulfilment, in context: RequestContext) -> any MenuCatalog {
    city.settle(in: context)
    let directory = directory.withLock { directory in
      directory = directory.reopened()
      return directory
    }
    return MenuFactory.makeCatalog(
      in: FeatureEnvironment(
        transport: server, directory: directory, gate: gate, city: city,
        now: { [time] in time.now }),
      fulfilment: fulfilment)
  }
}

/// A device whose catalogs are the live ones, over a temporary directory of its own.
public final class LiveMenuDevice: MenuDevice {
  /// What the catalogs ask.
  public let server = MenuServerDouble()
  /// Whether anything may be asked.
  public let gate = Gate()
  /// The time of day.
  public let time = MenuTime()
  /// Where the catalogs keep what they keep.
  public var directory: URL { folder.url }
  /// The settled city.
  public let city: SettledCity
  private let folder = DeviceFolder()

  /// Makes a device that nothing was ever loaded on.
  public init() { city = SettledCity(gate: gate) }

  /// Makes a catalog over what was kept.
  public func launch(_ fulfilment: Fulfilment, in context: RequestContext) -> any MenuCatalog {
    city.settle(in: context)
    return MenuFactory.makeCatalog(
      in: FeatureEnvironment(
        transport: server, directory: folder.launch(), gate: gate, city: city,
        now: { [time] in time.now }),
      fulfilment: fulfilment)
  }
}
