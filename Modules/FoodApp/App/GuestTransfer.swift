import Addresses
import Cart
import Networking
import Orders
import Profile
import Storage
import Sync

/// A transfer of a guest's carts, orders and addresses to an account that already has data.
///
/// The transfer runs before the features of the account start, so nothing else changes the account's
/// cart during the transfer. If the transfer fails, for example without a network, it is repeated when
/// the features of the account start again.
///
/// 1. The orders that the guest's tracker has are added to the account. If the guest has placed another
///    order, the transfer waits for the server's response.
/// 2. The carts, the remaining orders and the addresses are added to the account.
/// 3. The guest's data is erased.
///
/// After a crash, the transfer is repeated, and adds nothing twice: the carts are imported under the key of
/// the guest.
struct GuestTransfer {
  /// The maximum time that a sign-in waits for the server to send the guest's cart, or the account's.
  ///
  /// The time is short, because ``FoodAppState/user`` is `nil` until the transfer ends.
  static var cartTimeout: Duration { .seconds(5) }

  private let guest: GuestData
  private let user: FoodAppUser
  private let templates: AddressTemplates
  private let environment: FeatureEnvironment
  /// The city of ``guestCart``, with a `Gate` that only the guest's cart uses.
  ///
  /// The service may refuse a request because the guest has no token. The gate then closes, and the
  /// guest's cart sends no further request. With the app's shared gate, the cart would repeat the
  /// refused request, because the session reopens that gate while a user is signed in.
  private let guestCity: SettledCity
  private let guestCart: any ShoppingCart
  private let guestBook: any AddressBook
  private let guestOrders: any OrderTracker

  init(
    _ guest: GuestData, to user: FoodAppUser, templates: AddressTemplates,
    in environment: FeatureEnvironment
  ) {
    self.guest = guest
    self.user = user
    self.templates = templates
    self.environment = environment
    var own = guest.environment
    guestCity = SettledCity(
      own.city.context, gate: Gate(closedFor: own.gate.reasons.subtracting([.noCity, .signedOut])))
    own.city = guestCity
    let book = AddressesFactory.makeBook(in: guest.environment, templates: templates)
    guestBook = book
    guestOrders = OrdersFactory.makeOrders(in: guest.environment)
    guestCart = CartFactory.makeCart(in: own, resolving: { book.place(of: $0) })
  }

  /// Transfers the guest's data.
  ///
  /// - Returns: The reason why the transfer has to be repeated; `nil` if it is complete.
  func run(isolation: isolated (any Actor)? = #isolation) async -> FeatureFailure? {
    do {
      try await load()
      // The transfer may fail later without a network, and the account has to show these orders even then.
      try await addOrders()
      try await finishOrder()
      let carts = try await guestCart.exported()
      try await user.cart.importCarts(carts, key: guest.key.rawValue)
      try user.cart.state.sync.requireStored()
      try await addOrders()
      try await addAddresses()
      try await guest.finish()
      return nil
    } catch {
      return FeatureFailure(error)
    }
  }

  /// Loads the stored cart, addresses and orders of the guest, and the stored cart of the account.
  ///
  /// The addresses are not fetched from the server, because the service might refuse a guest's request.
  private func load() async throws {
    try await guestCart.load()
    try await user.cart.load()
    try await guestBook.load()
    try await guestOrders.load()
  }

  /// Waits for the server's response to the guest's order, if there is an order.
  ///
  /// The order is sent, or sent again with the same idempotency key. If there is no response, the call
  /// throws, and the guest's data stays on the device.
  ///
  /// The service may refuse the order because a guest has no account. The order was then certainly not
  /// placed, and its lines are transferred like the lines of any other cart.
  private func finishOrder() async throws {
    guard guestCart.state.unansweredOrder != nil else { return }
    // An order is sent after its address. An address can be sent only with an account, so an order with
    // an unsent address was not sent.
    let needsAccount = guestCart.state.pending.contains { change in
      guard case .fulfillment(let fulfillment) = change.subject else { return false }
      if case .resolved = guestBook.place(of: fulfillment) { return false }
      return true
    }
    guard !needsAccount else { return }
    try await environment.withTimeout(Self.cartTimeout) { [self] in
      await waitForCity()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { [guestCart] in try await guestCart.run() }
        group.addTask { [guestCart] in
          for await state in guestCart.states() where state.unansweredOrder == nil { return }
        }
        group.addTask { [guestCity] in
          for await reasons in guestCity.gate.changes() where !reasons.isEmpty { return }
        }
        defer { group.cancelAll() }
        try await group.next()
      }
    }
    let reasons = guestCity.gate.reasons
    guestCity.gate.open(for: .signedOut)
    guard reasons.contains(.signedOut) || guestCart.state.unansweredOrder == nil else {
      throw SyncError.closed(reasons)
    }
  }

  /// Waits until a city is chosen, because a cart can be fetched only in a city.
  private func waitForCity() async {
    for await context in environment.city.changes() {
      guard let context else { continue }
      return guestCity.settle(in: context)
    }
  }

  /// Passes the guest's orders to the order tracker of the account.
  private func addOrders() async throws {
    let tracked = guestOrders.state
    let placed = guestCart.state.placedOrders.compactMap { Order($0) }
    // The tracker ignores an order that it has already stored.
    for order in tracked.active + tracked.finished + placed {
      try await user.orders.track(order)
      try user.orders.state.sync.requireStored()
    }
  }

  /// Adds the guest's addresses of all cities to those of the account.
  private func addAddresses() async throws {
    for saved in guestBook.state.addresses + guestBook.state.elsewhere {
      do throws(AddressError) { try await user.addresses.adopt(saved.address) } catch {
        switch error {
        // The account already has this address, or can never have it.
        case .duplicate, .tooMany, .unknownTemplate, .invalid: continue
        default: throw error
        }
      }
      try user.addresses.state.sync.requireStored()
    }
  }
}

extension FeatureEnvironment {
  /// Runs `body`; throws if it does not return within `limit`.
  func withTimeout(
    _ limit: Duration, _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await clock.sleep(for: limit)
        throw SyncError.fetch(.noAnswer(.timedOut))
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}

extension SyncState {
  /// Throws an error if the data of the last writes would not survive a crash.
  fileprivate func requireStored() throws(SyncError) {
    if case .failed(let error) = write { throw .storage(error) }
  }
}
