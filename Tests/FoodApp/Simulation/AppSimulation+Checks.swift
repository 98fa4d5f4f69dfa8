import Addresses
import Commerce
import FoodApp
import OrderRating
import Orders
import Profile
import Sandbox
import Storage
import Sync
import SyncTestSupport

@testable import Cart

extension AppSimulation {
  func look() {
    let state = app.state
    ledger.note("shown: \(state.session.status), \(state.user?.cart.state.lines.count ?? -1) lines")
    ledger.expect(
      state.failures.isEmpty, "a feature is ill: \(state.failures.map { "\($0)" })")
    guard let user = state.user, user.account?.rawValue ?? "" == account else { return }
    let cart = user.cart.state
    for tap in cart.lines.flatMap(\.item.configuration.removed) {
      let home = taps[tap]?.home ?? account
      ledger.expect(home == account || home.isEmpty, "\(account) sees \(tap) of \(home)")
    }
    for address in user.addresses.state.addresses {
      let label = address.address.label
      // A label of a guest has no account before it.
      ledger.expect(
        label.hasPrefix("\(account)#") || label.hasPrefix("#"), "\(account) sees \(label)")
    }
    if let totals = cart.totals {
      let finals = cart.lines.reduce(0) { $0 + $1.price.final.minorUnits }
      let fees = totals.fees.reduce(0) { $0 + $1.amount.minorUnits }
      ledger.expect(finals + fees == totals.due.minorUnits, "the sum of a cart does not add up")
    }
    for order in user.orders.state.active + user.orders.state.finished {
      ledger.expect(order.totalsAddUp, "the sum of an order does not add up")
      ledger.expect(!order.lines.isEmpty, "an order has no lines")
    }
  }

  /// Ends all faults, signs each person in, and checks that nothing is lost or doubled.
  func finish() {
    disk?.heal()
    // While the server restarts, the city of an unsent order cannot be chosen.
    network.change { $0.isBackAt = 0 }
    openGates()
    quiesce()
    // A guest's lines that could not be handed over at a sign-in are at the next one in their city, and an
    // order of the account in another city comes first. Two guests are handed over one after the other.
    for city in Self.cities + Self.cities {
      visit(city)
      for person in [0, 1] where ledger.violation == nil && id(of: person) != nil { arrive(person) }
    }
    if ledger.violation == nil, account.isEmpty == false { signOut(true) }
    for city in Self.cities { visit(city) }
    if ledger.violation == nil { checkTaps() }
    let damaged = disk?.damagedFiles() ?? []
    ledger.expect(damaged.isEmpty, "damaged files: \(damaged)")
    disk?.remove()
  }

  /// Chooses a city, because a cart that was left before it was fetched is fetched only in its city.
  private func visit(_ city: CityID) {
    guard ledger.violation == nil, app.environment.city.context != nil else { return }
    choose(city)
    openGates()
    quiesce()
    guard ledger.violation == nil, let user else { return }
    settle(user)
    keep(user.cart.state)
  }

  private func openGates() {
    isOffline = false
    for reason in Gate.Reason.allCases where reason != .noCity { gate.open(for: reason) }
    rest()
  }

  private func arrive(_ person: Int) {
    if isSignedIn { signOut(true) }
    for _ in 0..<6 where account != id(of: person) || !isSignedIn {
      if isSignedIn { signOut(true) }
      clock.jump(by: .seconds(400))
      requestCode(person)
      enterCode()
      look()
    }
    openGates()
    quiesce()
    guard ledger.violation == nil else { return }
    ledger.expect(isSignedIn, "\(person) cannot sign in")
    guard let user = app.state.user, user.account?.rawValue == account else {
      return ledger.expect(false, "nothing runs for \(account)")
    }
    guard app.environment.city.context != nil else { return }
    settle(user)
    checkOrders(of: user)
    keep(user.cart.state)
    let shown = Set(
      (user.addresses.state.addresses + user.addresses.state.elsewhere).map(\.address.label))
    let missing = addresses[account, default: []].subtracting(shown)
    ledger.expect(missing.isEmpty, "\(account) has lost the addresses \(missing.sorted())")
  }

  private var isSignedIn: Bool {
    if case .signedIn = app.session.state.status { true } else { false }
  }

  /// Waits until the user has no pending change, and discards refused changes.
  private func settle(_ user: FoodAppUser) {
    _ = ask { try await user.cart.refresh() }
    for _ in 0..<20 {
      clock.jump(by: .seconds(400))
      quiesce()
      guard ledger.violation == nil else { return }
      for change in user.cart.state.pending where change.status.isFailed {
        discard(change, of: user)
      }
      let waiting =
        user.cart.state.pending.count + (account.isEmpty ? 0 : user.addresses.state.pending.count)
        + user.profile.state.pending.count + user.reviews.state.pending.count
      // A guest has no tracker that takes the orders over.
      let isHanded = user.cart.state.placedOrders.allSatisfy { account.isEmpty && $0.number != nil }
      if waiting == 0, isHanded { return }
    }
    ledger.expect(
      false,
      "something of \(account) waits for ever: \(user.cart.state.pending.map(\.subject)), "
        + "\(user.addresses.state.pending.count), \(user.cart.state.placedOrders.count)")
  }

  /// Checks that the app knows each order of the server, with all its lines.
  private func checkOrders(of user: FoodAppUser) {
    let history = ask { () -> [Order] in
      try await user.orders.refresh()
      return try await user.orders.history(after: nil).orders
    }
    let state = user.orders.state
    let known = state.active + state.finished + (history ?? [])
    let placed = network.server.world.orders[account].all
    for order in placed {
      guard let own = known.first(where: { $0.id == order.id }) else {
        ledger.expect(false, "order \(order.id) of \(account) is lost")
        continue
      }
      ledger.expect(own.lines.count == order.lines.count, "order \(order.id) has lost lines")
      ledger.expect(
        own.totals.due.minorUnits == order.totals.due, "order \(order.id) has another sum")
    }
    ledger.expect(
      placed.count <= ordered[account] ?? 0, "\(account) has an order that nobody placed")
  }

  /// Records the final content of the cart of the current account or guest.
  private func keep(_ cart: CartState) {
    var shown = Shown()
    for line in cart.lines {
      for tap in line.item.configuration.removed { shown.lines[tap] = line.quantity }
    }
    for line in cart.others.flatMap(\.lines) {
      shown.others.formUnion(line.item.configuration.removed)
    }
    kept[account] = shown
  }

  /// Checks that each tap is ordered at most once, and otherwise in one of the carts.
  private func checkTaps() {
    var inOrders: [String: Int] = [:]
    let placed = network.server.world.carts.placed
    for tap in placed.flatMap(\.cart.lines).flatMap(\.item.configuration.removed) {
      inOrders[tap, default: 0] += 1
    }
    for (tap, state) in taps.sorted(by: { $0.key < $1.key }) {
      ledger.expect(inOrders[tap] ?? 0 <= 1, "\(tap) was ordered twice")
      guard !state.isDoubted, let shown = kept[state.home] else { continue }
      let quantity = shown.lines[tap] ?? 0
      ledger.expect(quantity <= 1, "\(tap) of \(state.home) is in the cart \(quantity) times")
      ledger.expect(quantity == 0 || inOrders[tap] == nil, "\(tap) was ordered and is in the cart")
      ledger.expect(
        quantity == 1 || inOrders[tap] == 1 || shown.others.contains(tap),
        "\(tap) of \(state.home) is lost")
    }
  }
}
