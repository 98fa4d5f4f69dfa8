import Addresses
import Cart
import Cities
import Commerce
import FoodApp
import Foundation
import Menu
import Networking
import OrderRating
import Orders
import Sandbox
import SandboxApp
import Sync
import Testing

/// Tests of all features in one world, with the public access of an app.
struct SandboxAppTests {
  private let almaty: CityID = 1_526_384
  /// Tuesday, 2026-11-24, noon in Almaty.
  private let noon = Date(timeIntervalSince1970: 1_795_503_600)
  private let sample: SandboxApp
  private var app: FoodApp { sample.app }

  init() throws {
    let noon = noon
    sample = try SandboxApp(now: { noon })
  }

  @Test func `An order goes through every feature of one world`() async throws {
    try await sample.running { user in
      // Cities: the user chooses one; every feature is settled in it.
      // The first state has the rows of the first screen alone.
      let row = try await app.cities.first { $0.list?.search("almaty").first }
      try await app.choose(row.id)
      #expect(app.environment.city.context?.city == almaty)

      // Addresses: the form is that of the city's country.
      let template = try await user.addresses.first(\.template)
      var home = Address(city: almaty, template: template.id)
      (home[.street], home[.house]) = ("Абая", "10")
      let address = try await user.addresses.add(home)

      // Menu: a pizza with twice as much cheese.
      let menu = try await app.menu.first { $0.orderable(at: noon) }
      var pizza = try #require(menu.start(with: "pizza-margherita-l-thin" as Variant.ID))
      pizza.modifiers["toppings", default: [:]]["mozzarella"] = 2
      let chosen = try #require(menu.ordered(pizza))

      // Cart: at the price of the menu, with the terms of the city.
      try await user.setDelivery(to: try #require(user.addresses.state[address]))
      try await user.cart.add(CartItem(chosen, in: menu.menu, of: almaty), count: 2)
      let cart = try await user.cart.first { $0.confirmed }
      #expect(cart.totals?.due.minorUnits == 2 * chosen.price.minorUnits)
      #expect(
        cart.lines.map(\.item.details) == [["Thin crust", "+ Mozzarella ×2", "+ Garlic sauce"]])
      #expect(cart.problems == [])
      try await user.cart.placeOrder(for: try #require(cart.totals).due)
      let number = try await user.cart.first(\.number)

      // Orders: the cart has handed the order over, with the names and sums of the cart.
      let placed = try await user.orders.first { $0.active.first { $0.revision > 0 } }
      #expect(placed.id == number && placed.totals.due == cart.totals?.due && placed.totalsAddUp)
      #expect(placed.lines.map(\.details) == cart.lines.map(\.item.details))
      let again = placed.renewed(from: menu)
      #expect(again.lines.count == 1 && again.gone.isEmpty && again.dearer.isEmpty)
      _ = try await user.cart.first { $0.placedOrders.isEmpty ? true : nil }

      // Reviews: the order can be rated when it has been delivered.
      await #expect(throws: ReviewError.self) {
        try await user.reviews.draft(for: RatableOrder(placed))
      }
      sample.server.change { $0.finishOrder(number) }
      try await user.orders.refresh()
      let order = RatableOrder(try await user.orders.first(\.finished.first))
      let draft = try #require(try await user.reviews.prompt(among: [order]))
      try await user.reviews.edit(draft.id) { draft throws(ReviewError) in
        try draft.setStars(5, of: "food")
      }
      try await user.reviews.submit(draft.id)
      _ = try await user.reviews.first { $0.pending.isEmpty ? true : nil }
      #expect(sample.server.model.reviews[nil].reviews[number]?.marks.map(\.stars) == [5])
      try await user.orders.acknowledge(number)
      #expect(user.orders.state.history?.orders.map(\.id) == [number])
    }
  }

  @Test(arguments: [FulfillmentMethod.delivery, .pickup])
  func `A cart has the price of every item of the menu`(_ method: FulfillmentMethod) async throws {
    try await sample.running { user in
      try await app.choose(almaty)
      await app.menu.setFulfillment(method)
      let menu = try await app.menu.first { $0.orderable(at: noon) }
      let items = items(of: menu).map { CartItem($0, in: menu.menu, of: almaty) }
      for (number, item) in items.enumerated() {
        // A response has the whole cart, so a cart has few lines.
        let cart = number / 10
        if number % 10 == 0 {
          let wish = Wish(operation: "\(method.rawValue) \(cart)", fulfilment: .init(method, "1"))
          try send(wish, "/v1/carts/\(cart)/fulfilment")
        }
        try send(Line(operation: "\(number)", item: item, quantity: 1), "/v1/carts/\(cart)/lines")
      }
      let lines = sample.server.model.carts.open.flatMap(\.lines)
      #expect(lines.count == items.count && items.count > 200)
      #expect(lines.filter { $0.unitPrice != $0.item.unitPrice.minorUnits }.map(\.item.name) == [])
      #expect(lines.filter { !$0.problems.isEmpty }.map(\.item.name) == [])
    }
  }

  @Test func `An item that the menu stops is sold out in the cart, until the stop ends`()
    async throws
  {
    try await sample.running { user in
      try await app.choose(almaty)
      let menu = try await app.menu.first { $0.orderable(at: noon) }
      let tea = try #require(menu.start(with: "tea-mint-cup" as Variant.ID).flatMap(menu.ordered))
      try await user.cart.add(CartItem(tea, in: menu.menu, of: almaty), count: 1)
      #expect(try await user.cart.first { $0.confirmed }.lines.map(\.problems) == [[]])

      sample.server.change { world in
        let end = Int64(world.now + 60)
        let stop = MenuServerModel.Stop(kind: "product", id: "tea-mint", until: end)
        world.menus.stop([stop], in: almaty)
      }
      try await user.cart.refresh()
      #expect(user.cart.state.lines.map(\.problems) == [[.soldOut]])

      sample.server.change { $0.now += 60 }
      try await user.cart.refresh()
      #expect(user.cart.state.lines.map(\.problems) == [[]])
    }
  }

  @Test func `A cart has the fee and the minimum of its city, online and offline`() async throws {
    try await sample.running { user in
      // Moscow delivers for a fee.
      try await app.choose(524_901)
      let city = try #require(app.cities.state.currentCity)
      let terms = try #require(city.fulfillments.first { $0.method == .delivery })
      let menu = try await app.menu.first { $0.orderable(at: noon) }
      let tea = try #require(menu.start(with: "tea-mint-cup" as Variant.ID).flatMap(menu.ordered))
      try await user.cart.add(CartItem(tea, in: menu.menu, of: city.id), count: 1)
      try await user.cart.setFulfillment(CartFulfillment(.delivery, "1"))
      let estimate = user.cart.state.totals
      let confirmed = try await user.cart.first { $0.confirmed }
      #expect(terms.fee > 0)
      #expect(confirmed.totals?.fees.map(\.amount.minorUnits) == [terms.fee])
      #expect(estimate?.due == confirmed.totals?.due)
      #expect(confirmed.problems.count == (terms.minimumOrder > tea.price.minorUnits ? 1 : 0))
    }
  }

  @Test func `The sample app has a state of every feature`() async throws {
    let noon = noon
    let sample = try await SandboxApp.sample(now: { noon })
    let user = try #require(sample.app.state.user)
    #expect(sample.app.cities.state.currentCity?.name == "Almaty")
    #expect(sample.app.menu.state.menu?.products.count == 61)
    #expect(user.addresses.state.addresses.map(\.status) == [.confirmed])
    #expect(user.cart.state.lines.map(\.item.name) == ["Margherita", "Lunch"])
    #expect(user.cart.state.lines.map(\.status) == [.confirmed, .confirmed])
    #expect(user.cart.state.promos.map(\.code) == ["TENTH"])
    #expect(user.cart.state.totals?.discount.minorUnits ?? 0 > 0)
    #expect(user.reviews.state.drafts.map(\.id) == ["N-1"])
  }

  /// Returns every variant, pizzas with extras and with two halves, and every combo.
  private func items(of menu: OrderableMenu) -> [OrderedItem] {
    let all = menu.menu
    var configurations = all.variants.compactMap { menu.start(with: $0.id) }
    for variant in all.variants {
      guard let product = all.products[variant.product], let partner = product.halves.last,
        let second = all.variants.first(where: {
          ($0.product, $0.size, $0.crust) == (partner, variant.size, variant.crust)
        })
      else { continue }
      var pizza = ProductConfiguration(variant.id)
      pizza.modifiers["toppings"] = ["mozzarella": 2, "bacon": 1, "breadsticks": 1]
      pizza.modifiers["dips"] = ["garlic-sauce": 2]
      pizza.modifiers["sauces"] = ["garlic-sauce": 1, "bbq-sauce": 2]
      pizza.removed = Set(product.ingredients.prefix(1))
      configurations.append(pizza)
      pizza.secondHalf = ProductConfiguration.Half(second.id)
      configurations.append(pizza)
    }
    let combos = all.combos.keys.compactMap { menu.start(with: $0).flatMap(menu.ordered) }
    return configurations.compactMap(menu.ordered) + combos
  }

  private func send(_ body: some Encodable, _ path: String) throws {
    let context = try #require(app.environment.city.context)
    var request = HTTPRequest(.put(try .json(body)), path, in: context)
    request.idempotencyKey = IdempotencyKey(rawValue: UUID().uuidString)
    let response = sample.server.change { [request] in $0.answer(request) }
    #expect(response.status == 200)
  }

  private struct Line: Encodable {
    let operation: String
    let item: CartItem
    let quantity: Int
  }

  private struct Wish: Encodable {
    let operation: String
    let fulfilment: CartFulfillment
  }
}

extension CartState {
  /// This state, if the server has confirmed it.
  fileprivate var confirmed: CartState? {
    pending.isEmpty && totals?.isEstimate == false ? self : nil
  }

  fileprivate var number: String? {
    if case .placed(_, let number) = order { number } else { nil }
  }
}
