#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Networking

/// A small copy of an active order, for a Live Activity or a widget.
///
/// The encoded form is smaller than 1 KB. An app extension can decode a snapshot that was encoded by an
/// earlier or a later release of the app.
public struct OrderSnapshot: Codable, Sendable, Hashable, Identifiable {
  /// The id of the order.
  public let id: String
  /// The number of the order, at most 64 characters.
  public let number: String
  /// The status.
  public let status: OrderStatus
  /// The server's name of the fulfillment method, such as `delivery`.
  public let method: String
  /// The start of ``Order/promised``, in seconds since 1970 on the server's clock; `nil` if it is
  /// unknown.
  public let promisedFrom: Int?
  /// The end of ``Order/promised``, in seconds since 1970 on the server's clock; `nil` if it is
  /// unknown.
  public let promisedTo: Int?
  /// The name of the restaurant, at most 100 characters; `nil` if the server names none.
  public let unit: String?
  /// The name of the courier, at most 100 characters; `nil` until the server has named one.
  public let courier: String?

  private enum CodingKeys: String, CodingKey {
    case id, number, status, unit, courier
    case method = "fulfilment"
    case promisedFrom = "from"
    case promisedTo = "to"
  }

  /// Creates the snapshot of an order.
  public init(_ order: Order) {
    id = order.id
    number = String(order.number.prefix(64))
    status = order.status
    method = order.fulfillment.method.rawValue
    promisedFrom = order.promised.map { Int($0.from.timeIntervalSince1970) }
    promisedTo = order.promised.map { Int($0.to.timeIntervalSince1970) }
    unit = order.unit.map { String($0.name.prefix(100)) }
    courier = order.courier.map { String($0.name.prefix(100)) }
  }
}
