import Cart
import Commerce
import Foundation
import Networking
import Storage
import Sync

// The listings of the documentation, line by line: Tests/Checks/Documentation/examples compares them.

private func keep(
  _ server: URL, _ directory: URL, in group: inout ThrowingTaskGroup<Void, any Error>,
  _ format: MoneyFormat, list: any View, footer: any View, badge: any View
) async {
  let environment = FeatureEnvironment(
    transport: URLSessionTransport(server: server),
    directory: StorageDirectory(directory))
  let cart = environment.makeCart()

  group.addTask { try await cart.run() }

  for await state in cart.states() {
    list.apply(state.lines)
    footer.text = state.totals.map { ($0.isEstimate ? "about " : "") + format.string($0.due) }
    badge.count = state.pending.count
  }
}

private func order(
  _ item: CartItem, in cart: any ShoppingCart, for sumOnTheButton: Money
) async throws {
  try await cart.add(item, count: 1)
  try await cart.change(item.line, by: 1)
  try await cart.setPromo("tenth", isWanted: true)
  try await cart.placeOrder(for: sumOnTheButton)
}

private func edit(
  _ line: CartLine, typed: String, in cart: any ShoppingCart
) async throws(CartError) {
  guard let quantity = Int(typed) else { return }
  try await cart.setQuantity(quantity, of: line.id)
  try await cart.change(line.id, by: -1)
  for case .priceChanged in line.problems { try await cart.acceptPrice(of: line.id) }
}

private func pickUp(
  at restaurant: String, _ cart: any ShoppingCart, askToWithdraw: () async -> Bool
) async throws(CartError) {
  try await cart.setFulfillment(CartFulfillment(.pickup, restaurant))
  if let due = cart.state.totals?.due { try await cart.placeOrder(for: due) }
  if await askToWithdraw() { try await cart.withdrawOrder() }
}

private func tidy(_ cart: any ShoppingCart) async throws(CartError) {
  for other in cart.state.others where other.isClosed { try await cart.dismiss(other) }
}

private func adopt(_ legacy: any Legacy, by cart: any ShoppingCart) async throws {
  if let former = legacy.cart {
    try await cart.adopt(former.id, in: former.city)
    if cart.state.sync.isDurable { legacy.removeCart() }
  }
}

private func translate(_ cart: any ShoppingCart, _ kazakhMenu: [CartItem]) async throws {
  try await cart.relabel(with: kazakhMenu)
}

private func handOver(
  _ guestCart: any ShoppingCart, to cart: any ShoppingCart
) async throws {
  try await guestCart.refreshAllCarts()
  let carts = try await guestCart.exported()
  try await cart.importCarts(carts)
}

private func addAgain(
  _ lines: [OtherCart.Line], to cart: any ShoppingCart, _ warning: any Warning
) async throws {
  for rest in try await cart.add(lines) { warning.add(rest.item.name, rest.reason) }
}

private func makeCart(in environment: FeatureEnvironment) -> any ShoppingCart {
  let cart = environment.makeCart { _, fulfillment, sum in
    let isFree = fulfillment?.method == .pickup || sum.minorUnits >= 100_000
    return [Fee("delivery", Money(isFree ? 0 : 500, sum.currency))]
  }
  return cart
}

/// The values that the former app has stored.
private protocol Legacy {
  var cart: (id: String, city: CityID)? { get }
  func removeCart()
}

/// A message on an app's screen.
private protocol Warning: AnyObject {
  func add(_ name: String, _ reason: CartError)
}

/// The controls of an app's screen.
private protocol View: AnyObject {
  var text: String? { get set }
  var count: Int { get set }
  func apply(_ lines: [CartLine])
}
