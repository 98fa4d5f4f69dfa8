public import Addresses
public import Cart
import Networking
import Sync

// From an address book to a cart. Copy the file to change it.

extension CartFulfillment {
  /// Creates a delivery to an address.
  ///
  /// An address that the server does not have yet is named by its id on the device, and the fulfillment
  /// is sent with the server's id: `place(of:)` of the address book.
  public init(to address: SavedAddress) {
    self.init(
      .delivery, address.serverID.isEmpty ? Self.local + address.id.rawValue : address.serverID)
  }

  /// The id of the address on this device; `nil` if the place is an id of the server.
  public var localAddress: SavedAddress.ID? {
    method == .delivery && place.hasPrefix(Self.local)
      ? SavedAddress.ID(rawValue: String(place.dropFirst(Self.local.count))) : nil
  }

  private static var local: String { "local:" }
}

extension AddressBook {
  /// Returns the server's id of a fulfillment's place; `nil` until the server has the address.
  public func place(of fulfillment: CartFulfillment) -> String? {
    guard let id = fulfillment.localAddress else { return fulfillment.place }
    guard let address = state[id], !address.serverID.isEmpty else { return nil }
    return address.serverID
  }

  /// Returns the address of a delivery; `nil` for another method or an unknown address.
  public func address(of fulfillment: CartFulfillment?) -> SavedAddress? {
    guard let fulfillment, fulfillment.method == .delivery else { return nil }
    return state[fulfillment.localAddress ?? SavedAddress.ID(rawValue: fulfillment.place)]
  }
}
