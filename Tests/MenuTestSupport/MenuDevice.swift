public import Foundation
public import Menu
@_spi(SettledCity) public import Networking
import StorageTestSupport
public import Sync
import Synchronization

/// Device and network on which a test launches the app repeatedly.
public protocol MenuDevice: Sendable {
  /// Server of the catalogs on this device.
  var server: MenuServerDouble { get }
  /// Gate that permits requests.
  var gate: Gate { get }
  /// Time of day, which only the test advances.
  var time: MenuTime { get }

  /// Creates a catalog as a new process does, which shares only the stored data.
  func launch(_ fulfilment: Fulfilment, in context: RequestContext) -> any MenuCatalog
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

  private static func sample(_ language: String) -> RequestContext {
    guard let context = RequestContext(country: "KZ", city: 1_526_384, language: language) else {
      preconditionFailure("\(language) cannot be sent")
    }
    return context
  }
}

/// Device whose catalogs are ``InMemoryMenuCatalog``.
public struct InMemoryMenuDevice: MenuDevice {
  /// Server of the catalogs.
  public let server = MenuServerDouble()
  /// Gate that permits requests.
  public let gate = Gate()
  /// Time of day.
  public let time = MenuTime()
  private let kept = InMemoryMenuCatalog.Kept()

  /// Creates a device without stored data.
  public init() {}

  /// Creates a catalog with the stored data.
  public func launch(_ fulfilment: Fulfilment, in context: RequestContext) -> any MenuCatalog {
    InMemoryMenuCatalog(
      server: server, kept: kept, fulfilment: fulfilment, in: context, gate: gate,
      now: { [time] in time.now })
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
  private let folder = DeviceFolder()

  /// Creates a device without stored data.
  public init() {}

  /// Creates a catalog with the stored data.
  public func launch(_ fulfilment: Fulfilment, in context: RequestContext) -> any MenuCatalog {
    MenuFactory.makeCatalog(
      transport: server, directory: folder.launch(), fulfilment: fulfilment,
      in: context, gate: gate, now: { [time] in time.now })
  }
}
