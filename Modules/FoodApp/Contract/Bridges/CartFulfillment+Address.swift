public import Addresses
public import Cart
import Networking
import Sync

// Converts addresses of the address book for the cart. An app can copy this file and change it.

extension CartFulfillment {
  /// Creates a delivery to an address.
  ///
  /// If the server does not have the address yet, `place` contains the address's id on the device.
  /// Before the fulfillment is sent, this id is replaced by the server's id, which
  /// `AddressBook.place(of:)` provides.
  public init(to address: SavedAddress) {
    self.init(
      .delivery,
      address.serverID.isEmpty ? Self.localPrefix + address.id.rawValue : address.serverID)
  }

  /// The device's id of a delivery address that the server did not have when the user chose the address.
  ///
  /// The value is `nil` if `place` is an id of the server, or if the method is not delivery.
  public var localAddress: SavedAddress.ID? {
    method == .delivery && place.hasPrefix(Self.localPrefix)
      ? SavedAddress.ID(rawValue: String(place.dropFirst(Self.localPrefix.count))) : nil
  }

  private static var localPrefix: String { "local:" }
}

extension AddressBook {
  /// Returns the server's id of a fulfillment's place, such as the delivery address.
  ///
  /// The result is `.pending` until the server has the address, and `.unknown` if the loaded address
  /// book does not contain the address.
  public func place(of fulfillment: CartFulfillment) -> PlaceResolution {
    guard let id = fulfillment.localAddress else { return .resolved(fulfillment.place) }
    let state = state
    guard let address = state[id] else { return state.sync.isLoaded ? .unknown : .pending }
    return address.serverID.isEmpty ? .pending : .resolved(address.serverID)
  }

  /// Returns the address of a delivery; `nil` for another method or an unknown address.
  public func address(of fulfillment: CartFulfillment?) -> SavedAddress? {
    guard let fulfillment, fulfillment.method == .delivery else { return nil }
    return state[fulfillment.localAddress ?? SavedAddress.ID(rawValue: fulfillment.place)]
  }
}
