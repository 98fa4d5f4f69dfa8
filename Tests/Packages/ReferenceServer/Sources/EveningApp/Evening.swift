import Addresses
import Cart
import Cities
import Commerce
import FoodApp
import Foundation
import KillableApp
import Networking
import Orders
import Profile
import Storage
import Sync

/// A simulated evening: a guest chooses two pizzas, signs in, adds an address, and orders.
struct Evening {
  /// The error of an account without the pizzas, which the next start still has to hand over.
  struct GoesOn: Error {}
  /// The error of a change that was not stored although the disk is not full.
  struct NotStored: Error {}

  private let number: Int
  private let app: FoodApp
  /// The file with the number of the last evening whose pizzas were chosen.
  private let chosen: URL

  init(_ number: Int, of app: FoodApp, chosen: URL) {
    (self.number, self.app, self.chosen) = (number, app, chosen)
  }

  /// The label of the evening's address, which also marks its pizzas.
  private var mark: String { "evening-\(number)" }

  /// Completes the evening, and returns the order's number from the list of orders.
  func order() async throws -> String {
    let city = try await insisting { try await app.choose(1_526_384) }
    if try !isChosen() { try await choose(in: city) }
    let user = try await signedIn()
    return try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await user.retryRefusals() }
      try await place(as: user, in: city)
      let order = await first(of: user.orders.states()) { state in
        state.active.first { $0.isMarked(mark) && $0.revision > 0 }
      }
      _ = await first(of: user.cart.states()) { $0.placedOrders.isEmpty ? true : nil }
      return order?.id ?? ""
    }
  }

  private func isChosen() throws -> Bool {
    guard FileManager.default.fileExists(atPath: chosen.path) else { return false }
    return try String(contentsOf: chosen, encoding: .utf8) == mark
  }

  /// Chooses the pizzas as a guest, after signing out the person of the previous evening.
  private func choose(in city: City) async throws {
    if try await user().account != nil {
      try await insisting { try await app.signOut(keepingData: true) }
    }
    let guest = try await user()
    if guest.cart.state.id != nil { try await insisting { try await guest.cart.refresh() } }
    guard let tenge = CurrencyCode(rawValue: "KZT") else { return }
    let pizza = CartItem(
      ItemConfiguration(product: "margherita", removed: [mark]), city: city.id, name: "Margherita",
      unitPrice: Money(290_000, tenge), revision: "1")
    if !guest.cart.state.lines.contains(where: { $0.item == pizza }) {
      try await guest.cart.add(pizza, count: 2)
      guard guest.cart.state.sync.isDurable else { throw NotStored() }
      say("TAKEN \(number)")
    }
    try Data(mark.utf8).write(to: chosen, options: .atomic)
  }

  /// Signs in the person of this evening if necessary, and returns the person's features.
  private func signedIn() async throws -> FoodAppUser {
    let user = try await user()
    guard user.account == nil else { return user }
    let person = number.isMultiple(of: 2) ? "ann" : "bob"
    try await insisting {
      try await app.signIn(with: ProviderToken(provider: "sandbox", token: person))
    }
    return try await self.user()
  }

  /// Sets delivery to an address of this evening, and orders the pizzas, unless they have been ordered.
  ///
  /// An order that the server refuses is placed again, also if an earlier start placed it.
  private func place(as user: FoodAppUser, in city: City) async throws {
    while true {
      try await insisting { try await user.orders.refresh() }
      try await insisting { try await user.cart.refresh() }
      await answerToOrder(in: user.cart)
      let cart = user.cart.state
      if cart.placedOrders.contains(where: { $0.isMarked(mark) }) { return }
      // After the cart, because the order may leave the cart between the two reads.
      if user.orders.state.active.contains(where: { $0.isMarked(mark) }) { return }
      guard cart.lines.contains(where: { $0.item.configuration.removed == [mark] }) else {
        throw GoesOn()
      }
      for line in cart.lines where !line.problems.isEmpty {
        try await user.cart.acceptPrice(of: line.id)
      }
      try await deliver(as: user, in: city)
      let settled = await first(of: user.cart.states()) { state in
        state.pending.allSatisfy { $0.subject == .order } && state.totals?.isEstimate != true
          ? state : nil
      }
      guard let due = settled?.totals?.due else { continue }
      do throws(CartError) { try await user.placeOrder(for: due) } catch {
        guard case .notReady = error else { throw error }
      }
    }
  }

  /// Waits for the server's answer to the pending order, if there is one.
  private func answerToOrder(in cart: any ShoppingCart) async {
    _ = await first(of: cart.states()) { state -> Bool? in
      if case .pending = state.order { nil } else { true }
    }
  }

  private func deliver(as user: FoodAppUser, in city: City) async throws {
    try await insisting { try await user.addresses.refresh() }
    var address = user.addresses.state.addresses.first { $0.address.label == mark }
    if address == nil {
      let new = Address(
        city: city.id, template: city.addressTemplate, label: mark,
        fields: [AddressField(.street, "Абая"), AddressField(.house, "\(number)")])
      let id = try await user.addresses.add(new)
      address = user.addresses.state[id]
    }
    guard let address else { throw NotStored() }
    try await user.setDelivery(to: address)
  }

  // MARK: Waiting

  private func user() async throws -> FoodAppUser {
    let session = app.session
    let user = await first(of: app.states()) { state -> FoodAppUser? in
      session.state.status != .loading && state.user?.account == session.state.account
        ? state.user : nil
    }
    guard let user else { throw CancellationError() }
    return user
  }

  /// Repeats a call while the network or the server fails, as a user who taps again.
  private func insisting<Value>(_ call: () async throws -> Value) async throws -> Value {
    let clock = FastClock()
    while true {
      do { return try await call() } catch {
        switch error {
        case CitiesError.sync(.fetch), CitiesError.sync(.inFlight), CitiesError.sync(.closed),
          CartError.sync(.fetch), CartError.sync(.closed), AddressError.sync(.fetch),
          AddressError.sync(.closed), OrdersError.sync(.fetch), OrdersError.sync(.closed),
          SessionError.failed, SessionError.tooManyAttempts:
          try await clock.sleep(until: clock.now.advanced(by: .seconds(1)), tolerance: nil)
        default: throw error
        }
      }
    }
  }

  private func first<State: Sendable, Value>(
    of states: AsyncStream<State>, _ value: (State) -> Value?
  ) async -> Value? {
    for await state in states {
      if let value = value(state) { return value }
    }
    return nil
  }
}

extension Order {
  fileprivate func isMarked(_ mark: String) -> Bool {
    lines.contains { $0.configuration.removed == [mark] }
  }
}

extension PlacedOrder {
  fileprivate func isMarked(_ mark: String) -> Bool {
    lines.contains { $0.item.configuration.removed == [mark] }
  }
}

extension FoodAppUser {
  /// Retries each refused change except an order, because the evening places a new one.
  fileprivate func retryRefusals() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await state in cart.states() {
          for change in state.pending where change.status.isFailed && change.subject != .order {
            do throws(CartError) { try await cart.retry(change.id) } catch {
              guard case .sync = error else { throw error }
            }
          }
        }
      }
      group.addTask {
        for await state in addresses.states() {
          for change in state.pending where change.status.isFailed {
            do throws(AddressError) { try await addresses.retry(change.id) } catch {
              guard case .sync = error else { throw error }
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
