import Cart
import Commerce
import Networking
import Sandbox
import ShowcaseKit
import Sync

extension Scenario {
  static let priceChanged = Scenario(
    "price-changed", "A new price is shown, and must be accepted before the order."
  ) { (script: Script, cart: any ShoppingCart) in
    await script.addAndSettle(2, Catalog.margherita(), in: cart)
    script.tell("Margherita costs ₸3 200 now")
    script.sandbox.change { $0.menu.prices["margherita"] = 320_000 }
    try await cart.refresh()
    await script.show(cart) { $0.lines.contains { !$0.problems.isEmpty } }
    await script.order(cart)
    await script.attempt("Accept the new price") {
      try await cart.acceptPrice(of: Catalog.margherita().line)
    }
    await script.showSettled(cart)
    await script.order(cart)
    await script.show(cart) { $0.id == nil }
  }

  static let productGone = Scenario(
    "product-gone", "A sold-out product stays visible with the reason, and can be discarded."
  ) { (script: Script, cart: any ShoppingCart) in
    await script.addAndSettle(1, Catalog.pepperoni(), in: cart)
    script.tell("Pepperoni and cola are sold out")
    script.sandbox.change { $0.menu.soldOut = ["pepperoni", "cola"] }
    await script.add(2, Catalog.cola(), to: cart)
    await script.show(cart) { state in
      state.pending.contains { if case .failed = $0.status { true } else { false } }
        && state.sync.fetch == .idle
    }
    try await cart.refresh()
    script.tell("Discard the cola")
    for change in cart.state.pending { try await cart.discard(change.id) }
    await script.show(cart) { $0.pending.isEmpty && !$0.lines.flatMap(\.problems).isEmpty }
    await script.order(cart)
    await script.attempt("Remove the pepperoni") {
      try await cart.setQuantity(0, of: Catalog.pepperoni().line)
    }
    await script.show(cart) { $0.pending.isEmpty && $0.lines.isEmpty }
  }

  static let promoStates = Scenario(
    "promo-states", "Each promo code shows its effect, or the reason why it has none."
  ) { (script: Script, cart: any ShoppingCart) in
    await script.addAndSettle(2, Catalog.pepperoni(), in: cart)
    for code in ["tenth", "summer", "feast", "cola", "wrong"] {
      await script.enter(code, in: cart)
      await script.whenSettled(cart)
    }
    await script.show(cart)
    await script.addAndSettle(1, Catalog.pepperoni(), in: cart)
    await script.attempt("Remove the code cola") {
      try await cart.setPromo("cola", isWanted: false)
    }
    await script.showSettled(cart)
    let long = String(repeating: "A", count: 10_240)
    await script.attempt("Enter a code of 10 KB") { try await cart.setPromo(long, isWanted: true) }
  }

  static let cityChange = Scenario(
    "city-change", "Each city has a cart of its own, which the choice of the city selects."
  ) { (script: Script) in
    try await script.launch { cart in
      await script.addAndGoOffline(Catalog.margherita(), in: cart)
      await script.add(2, Catalog.cola(), to: cart)
      script.tell("Choose the city Astana")
      script.city.settle(in: Catalog.astana)
      await script.show(cart) { $0.city == Catalog.astana.city }
      await script.attempt("Add a margherita from the other city's menu") {
        try await cart.add(Catalog.margherita(), count: 1)
      }
      await script.add(1, Catalog.pepperoni(in: Catalog.astana), to: cart)
      script.tell("The app is killed")
    }
    try await script.launch { cart in
      await script.show(cart)
      script.goOnline()
      await script.showSettled(cart)
      script.tell("Choose the city Almaty")
      script.city.settle(in: Catalog.almaty)
      await script.showSettled(cart)
      guard let other = cart.state.others.first else { return }
      try await cart.dismiss(other)
      await script.showSettled(cart)
    }
  }

  static let orderBarrier = Scenario(
    "order-barrier", "An order waits for all earlier changes, and blocks later ones."
  ) { (script: Script, cart: any ShoppingCart) in
    await script.addAndGoOffline(Catalog.margherita(), in: cart)
    await script.add(2, Catalog.cola(), to: cart)
    await script.enter("tenth", in: cart)
    await script.order(cart)
    await script.add(1, Catalog.cola(), to: cart)
    await script.show(cart) { $0.pending.count == 3 }
    try await script.pass(.seconds(20))
    script.goOnline()
    script.tell("The code lowers the amount due, so the server rejects the order")
    await script.show(cart) { state in
      if case .refused = state.order { state.totals?.isEstimate == false } else { false }
    }
    await script.order(cart)
    await script.show(cart) { $0.id == nil && $0.sync.fetch == .idle }
  }
}

extension Script {
  /// Adds an item to the cart, and writes the result to the transcript.
  func add(_ count: Int, _ item: CartItem, to cart: any ShoppingCart) async {
    let name = ([item.name] + item.details).joined(separator: ", ")
    await attempt("Add \(count) × \(name)") { try await cart.add(item, count: count) }
  }

  /// Adds an item, waits until the server has confirmed it, and disconnects the network.
  func addAndGoOffline(_ item: CartItem, in cart: any ShoppingCart) async {
    await addAndSettle(1, item, in: cart)
    goOffline()
  }

  /// Adds an item to the cart, and waits until the server has confirmed it.
  func addAndSettle(_ count: Int, _ item: CartItem, in cart: any ShoppingCart) async {
    await add(count, item, to: cart)
    await showSettled(cart)
  }

  /// Reconnects the network, and waits until the server has confirmed every change.
  func goOnline(_ cart: any ShoppingCart) async {
    goOnline()
    await showSettled(cart)
  }

  /// Enters a promo code, and writes the result to the transcript.
  func enter(_ code: String, in cart: any ShoppingCart) async {
    await attempt("Enter the code \(code)") { try await cart.setPromo(code, isWanted: true) }
  }

  /// Orders the cart for its current amount due, and writes the result to the transcript.
  func order(_ cart: any ShoppingCart) async {
    let due = cart.state.totals?.due ?? Catalog.money(0)
    await attempt("Order for \(due.text)") { try await cart.placeOrder(for: due) }
  }

  func whenSettled(_ cart: any ShoppingCart) async {
    for await state in cart.states()
    where state.pending.isEmpty && state.totals?.isEstimate != true { return }
  }
}
