/// A cart as stored by the server.
struct StoredCart: Sendable, Codable {
  struct Line: Sendable, Codable {
    var item: CartView.Item
    var quantity: Int
  }

  let id: String
  let city: Int
  var lines: [Line] = []
  var promos: [String] = []
  var fulfilment: CartView.Fulfillment?
  /// The ids of the operations that were applied to the cart.
  var operations: Set<String> = []
  var changes = 0
  var isClosed = false

  init(id: String, city: Int) {
    self.id = id
    self.city = city
  }
}

extension CartServerModel {
  /// The open carts as the server would send them now, sorted by id.
  public var open: [CartView] {
    carts.values.filter { !$0.isClosed }.sorted { $0.id < $1.id }.map { view($0) }
  }
}
