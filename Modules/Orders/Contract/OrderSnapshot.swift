import Commerce
import Foundation

/// A small copy of an active order, for a Live Activity or a widget.
///
/// The encoded form is smaller than 1 KB, because longer texts are shortened.
///
/// An app extension can decode a snapshot that was encoded by an earlier or a later release of the app.
public struct OrderSnapshot: Codable, Sendable, Hashable, Identifiable {
  /// The ``Order/id``, which is never shortened.
  public let id: String
  /// The ``Order/number``, shortened to at most 64 bytes in JSON.
  public let number: String
  /// The ``Order/status``; an unknown name is shortened to at most 64 bytes in JSON.
  public let status: OrderStatus
  /// The server's name of the fulfillment method, such as `delivery`.
  public let method: String
  /// The start of ``Order/promised``, in seconds since 1970 on the server's clock; `nil` if it is
  /// unknown.
  public let promisedFrom: Int?
  /// The end of ``Order/promised``, in seconds since 1970 on the server's clock; `nil` if it is
  /// unknown.
  public let promisedTo: Int?
  /// The name of the restaurant, shortened to at most 200 bytes in JSON; `nil` if the server names none.
  public let restaurant: String?
  /// The name of the courier, shortened to at most 200 bytes in JSON; `nil` until the server names one.
  public let courier: String?

  /// Creates the snapshot of an order, in which longer texts end after a whole character.
  public init(_ order: Order) {
    id = order.id
    number = order.number.prefix(bytes: 64)
    status = OrderStatus(rawValue: order.status.rawValue.prefix(bytes: 64))
    method = order.fulfillment.method.rawValue.prefix(bytes: 64)
    promisedFrom = order.promised.flatMap { Int(exactly: $0.from.timeIntervalSince1970.rounded()) }
    promisedTo = order.promised.flatMap { Int(exactly: $0.to.timeIntervalSince1970.rounded()) }
    restaurant = order.restaurant.map { $0.name.prefix(bytes: 200) }
    courier = order.courier.map { $0.name.prefix(bytes: 200) }
  }
}

extension String {
  /// Returns the longest prefix of whole characters that needs at most this number of bytes in JSON.
  fileprivate func prefix(bytes limit: Int) -> String {
    var count = 0
    let fitting = prefix { character in
      // Control characters and some others are escaped.
      for byte in character.utf8 { count += byte < 0x20 ? 6 : "\"\\/".utf8.contains(byte) ? 2 : 1 }
      return count <= limit
    }
    return String(fitting)
  }
}
