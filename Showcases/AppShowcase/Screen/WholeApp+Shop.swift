import Addresses
import Cart
import CartKit
import Cities
import FoodApp
import Foundation
import Menu
import MenuKit
import Networking
import Sandbox
import ShowcaseKit
import Sync

/// The pages on which the user chooses a city and what to order.
extension WholeApp {
  var cityScene: Scene {
    let cities = app.cities.state.list?.search(text) ?? []
    let choose: Command<CitySummary> = .run(.enter, "choose") { [self] city in
      let chosen = try await app.choose(city.id)
      if page == .city { show(.menu) }
      return "You are in \(chosen.name)."
    }
    return scene(
      field: TextField("City", text) { self.text = $0 },
      [
        Part(cities, empty: "No city matches this text.", commands: [choose]) { city in
          let place = [city.region, city.country.name].compactMap(\.self)
          return Screen.Row(city.name, place.joined(separator: ", "))
        }
      ])
  }

  // MARK: The menu

  var menuScene: Scene {
    guard let menu else { return scene([Part(lines: ["The menu is on its way."])]) }
    let commands: [Command<MenuItem>] = [
      .now(.enter, "configure") { item in self.selection = menu.selection(of: item) },
      Command.run("x", "sell out", self.sellOut).inSandbox,
    ]
    return scene(
      menu.menu.categories.map { category in
        Part(title: Line(category.name, .strong), category.items, commands: commands) {
          let (name, price, remark) = menu.row($0, in: self.zone)
          return Screen.Row(name, price, remark, tone: price.isEmpty ? .faint : .plain)
        }
      })
  }

  /// The time zone of the city.
  private var zone: TimeZone {
    app.cities.state.currentCity.flatMap { TimeZone(identifier: $0.timeZone) } ?? .gmt
  }

  private func sellOut(_ item: MenuItem) async throws -> String {
    guard let city = app.environment.city.context?.city else { return "Choose a city first." }
    sandbox.change { $0.menus.toggleStop(MenuServerModel.Stop(soldOut: item), in: city) }
    try await app.menu.refreshUnavailable()
    return ""
  }

  /// The scene in which the user configures a product or a combo.
  func scene(of selection: MenuSelection, in menu: OrderableMenu) -> Scene {
    let ordered = menu.menu.ordered(selection)
    let parts =
      switch selection {
      case .product(let product):
        [Part(below: menu.facts(product))]
          + menu.parts(of: product, in: zone, sellOut: sellOut) { self.selection = .product($0) }
      case .combo(let combo):
        [menu.part(of: combo, in: zone, sellOut: sellOut) { self.selection = .combo($0) }]
      }
    let problems = menu.problems(in: selection).prefix(6).map { menu.words($0, in: zone) }
    return Scene(
      ordered?.name ?? "", menu.text(ordered?.price), status: problems.joined(separator: "; "),
      parts,
      commands: [
        .run(.enter, "add to the cart") {
          guard let city = self.app.menu.state.scope?.city,
            let item = menu.cartItem(selection, in: city)
          else { return "Not added: correct the problems first." }
          self.selection = nil
          try await self.user().cart.add(item, count: 1)
          return try self.user().cart.words(of: item.name, \.sync)
        },
        .now(.escape, "back") { self.selection = nil },
      ])
  }

  // MARK: The cart

  var cartScene: Scene {
    let (state, book) = (cart, addresses)
    let place = state.fulfillment.map { [AppPage.row($0, book)] } ?? []
    return scene(
      [
        Part(
          state.lines, empty: "The cart is empty.", id: { "\($0.id)" }, commands: lineCommands
        ) { Screen.Row(AppPage.row($0, self.language), tone: $0.tone) },
        Part(below: place + AppPage.below(state, in: app.cities.state)),
      ], commands: cartCommands)
  }

  private var cart: CartState { app.state.user?.cart.state ?? .empty }
  private var addresses: AddressBookState { app.state.user?.addresses.state ?? .empty }

  private var lineCommands: [Command<CartLine>] {
    [
      // The line itself does not change: the configured item is added as a line of its own.
      .now(.enter, "add one like it") { [self] line in
        selection = menu.flatMap { MenuSelection(line.item.configuration, in: $0.menu) }
        return selection == nil ? "This item is no longer on the menu." : ""
      }
    ] + Command.changes { [self] in try user().cart }
  }

  private var cartCommands: [Command<Void>] {
    Command.promos { [self] in try user().cart } + [
      .run("d", "delivery or pickup") { [self] in
        guard cart.fulfillment?.method != .pickup else {
          show(.addresses)
          return "Choose the address for the delivery."
        }
        try await user().cart.setFulfillment(CartFulfillment(.pickup, "restaurant"))
        return try user().cart.words(of: "pickup", \.sync)
      },
      .run("t", "take up") { [self] in try await takeUp() },
      .run("o", "order") { [self] in
        guard !isGuest else { return Self.signInFirst }
        guard let due = cart.totals?.due else { throw CartError.notReady(.empty) }
        try await user().placeOrder(for: due)
        return try user().cart.words(of: "the order", \.sync)
      },
    ]
      + (app.state.user.map { user in
        Command.resolving(in: user.cart) { user.cart.state.rejected }
      } ?? [])
  }

  /// Adds the items of a closed cart of this city, at the menu's current prices.
  private func takeUp() async throws -> String {
    guard let city = app.environment.city.context?.city, let menu,
      let left = cart.others.first(where: { $0.city == city && $0.isClosed })
    else { return "No cart of this city was closed." }
    let text = try await add(left.renewed(from: menu))
    try await user().cart.dismiss(left)
    return text
  }

  func add(_ renewed: RenewedLines) async throws -> String {
    let rests = try await user().cart.add(renewed)
    let parts = [
      ("Added to the cart", renewed.lines.map { "\($0.quantity) × \($0.item.name)" }),
      ("Dearer now", renewed.dearer.map(\.item.name)), ("Gone", renewed.gone),
      ("Too many", rests.map(\.item.name)),
    ]
    return parts.filter { !$0.1.isEmpty }.map { "\($0.0): \($0.1.joined(separator: ", "))." }
      .joined(separator: " ")
  }
}
