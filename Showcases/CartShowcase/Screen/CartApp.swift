import Cart
import CartKit
import Commerce
import Foundation
import Networking
import Sandbox
import ShowcaseKit
import Sync

/// An app that has nothing but a cart.
final class CartApp: DemoApp {
  private let cart: any ShoppingCart
  private let city: SettledCity
  private let sandbox: CartSandbox

  init(_ launch: Launch<CartServerModel>) {
    city = launch.city(Catalog.almaty)
    sandbox = launch.sandbox
    cart = launch.environment(city: city).makeCart()
    launch.run("The cart", cart.run)
    launch.follow(cart.states())
  }

  func scene() -> Scene {
    let state = cart.state
    return Scene(
      "Cart", Catalog.name(of: state.city), activity: state.sync.fetch.words,
      [
        Part(title: "Menu", Catalog.items(in: here), commands: [.run(.enter, "add", add)]) { item in
          let name = [item.name, item.variantName].compactMap(\.self) + item.details
          return Screen.Row(name.joined(separator: ", "), item.unitPrice.text)
        },
        Part(
          title: "Cart", state.lines, empty: "The cart is empty: Enter adds the selected item.",
          id: { "\($0.id)" }, commands: [more] + Command.changes { [cart] in cart }
        ) { Screen.Row(CartPage.row($0), tone: $0.tone) },
        Part(below: CartPage.below(state)),
      ], commands: commands, events: events)
  }

  private var here: RequestContext { city.context ?? Catalog.almaty }

  private func add(_ item: CartItem) async throws -> String {
    try await cart.add(item, count: 1)
    return cart.words(of: item.name, \.sync)
  }

  private var more: Command<CartLine> {
    .run(.enter, "one more") { [cart] in try await Command.change($0, by: 1, in: cart) }
  }

  private var commands: [Command<Void>] {
    Command.promos { [cart] in cart } + [
      .run("d", "delivery or pickup") { [cart] in
        let isDelivery = cart.state.fulfillment?.method == .delivery
        let other: CartFulfillment =
          isDelivery ? CartFulfillment(.pickup, "restaurant") : CartFulfillment(.delivery, "home")
        try await cart.setFulfillment(other)
        return cart.words(of: other.method.words, \.sync)
      },
      .run("o", "order") { [cart] in
        try await cart.placeOrder(for: cart.state.totals?.due ?? Catalog.money(0))
        return cart.words(of: "the order", \.sync)
      },
      .run("w", "withdraw order") { [cart] in
        try await cart.withdrawOrder()
        return "Withdrawn."
      },
      .run("x", "dismiss other carts") { [cart] in
        let others = cart.state.others
        guard !others.isEmpty else { return "There is no other cart." }
        for other in others { try await cart.dismiss(other) }
        return "Dismissed."
      },
      .now(.control("t"), "other city") { [self] in
        city.settle(in: here == Catalog.almaty ? Catalog.astana : Catalog.almaty)
      },
    ] + Command.common(to: cart) { [cart] in cart.state.rejected }
  }

  /// The events that other people cause at the server.
  private var events: [Command<Void>] {
    [
      .run(.control("e"), "add on another device") { [self] in
        let cola = Catalog.cola(in: here)
        guard let there = sandbox.model.open.first(where: { $0.id == cart.state.id }) else {
          return "The server has no cart yet: add an item first."
        }
        let present = there.lines.first { $0.item.name == cola.name }?.quantity ?? 0
        try sandbox.setElsewhere(present + 1, of: cola, in: there.id)
        return "Another device has added a cola: ^R refreshes the cart."
      },
      .now(.control("p"), "raise a price") { [sandbox] in
        sandbox.change { $0.menu.prices["margherita", default: 0] += 10_000 }
        return "Margherita costs more now: ^R refreshes the cart."
      },
      .now(.control("x"), "sell out") { [sandbox] in
        let isSoldOut = sandbox.change { model in
          model.menu.soldOut = model.menu.soldOut.isEmpty ? ["pepperoni"] : []
          return !model.menu.soldOut.isEmpty
        }
        return "Pepperoni is \(isSoldOut ? "sold out" : "available again"): ^R refreshes the cart."
      },
    ]
  }
}
