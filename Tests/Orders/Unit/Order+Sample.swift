import Foundation
import OrdersTestSupport
import Sandbox

@testable import Orders

extension Order {
  /// Returns an order with every field, which depends on a number.
  static func sample(_ number: Int = 1) throws -> Order {
    var server = OrderServerModel()
    server.place("N-\(number)", key: "key-\(number)", cart: .evening)
    server.now += 1_900
    server.setStatus("beingPhotographed", of: "N-\(number)")
    server.cancelElsewhere("N-\(number)")
    guard let view = server.order("N-\(number)") else { preconditionFailure("not placed") }
    return try view.order()
  }
}

extension OrderView {
  /// Reads the order as the module does.
  func order() throws -> Order {
    let encoder = JSONEncoder()
    return try JSONDecoder().decode(OrderDocument.self, from: encoder.encode(self)).order(
      after: nil
    ).order
  }
}
