public import Commerce
import Foundation
public import Menu
@_spi(SettledCity) public import Networking
public import StorageTestSupport
import Sync
public import SyncTestSupport

/// Device and network on which a test launches the app repeatedly.
public typealias MenuDevice = AppDevice<MenuServerDouble>

extension MenuDevice {
  /// Creates a device on which nothing was ever loaded.
  public convenience init(_ backing: Backing = .files) {
    self.init(MenuServerDouble(), backing, time: 1_795_000_000)
  }

  /// Creates a device on which nothing was ever loaded, and a catalog for delivery in a city.
  public static func launched(_ backing: Backing) -> (MenuDevice, any MenuCatalog) {
    let device = MenuDevice(backing)
    return (device, device.launch(.delivery, in: .sampleCity))
  }

  /// Creates a catalog as a new process does, which shares only the stored data.
  public func launch(
    _ fulfillment: FulfillmentMethod, in context: RequestContext
  ) -> any MenuCatalog {
    city.settle(in: context)
    return environment().makeMenuCatalog(fulfillment: fulfillment)
  }
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
