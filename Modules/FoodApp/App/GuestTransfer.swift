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
/// 2. A ``Record`` is stored. It contains the guest's lines in the chosen city, the quantity that each
///    line will have in the account's cart, and the abandoned carts of all cities.
/// 3. The abandoned carts, the lines, the remaining orders and the addresses are added to the account.
/// 4. The guest's data is erased.
///
/// After a crash, the transfer continues with the stored record, and adds nothing twice. A line is
/// skipped if its quantity in the account's cart is already the recorded one. The abandoned carts are
/// added with the record's idempotency key, and `addAbandonedCarts` has no effect for a repeated key.
///
/// If adding the carts and lines fails, the added lines are discarded before the account's cart can
/// send them. The repeated transfer adds them again.
struct GuestTransfer {
  /// The stored progress of a transfer.
  struct Record: Codable, Sendable {
    struct Line: Codable, Sendable {
      let item: CartItem
      let quantity: Int
      /// The quantity of the line in the account's cart after the transfer.
      let target: Int
    }

    /// The idempotency key of the transfer.
    ///
    /// A stored record with another key belongs to the transfer of an earlier guest, and is ignored.
    let key: String
    let lines: [Line]
    /// The guest's abandoned carts; `nil` in a record of an earlier release.
    let abandoned: AbandonedCarts?
    /// Whether the abandoned carts and all lines were added to the account's cart.
    ///
    /// If the value is `true`, only the orders and the addresses may still have to be added.
    var isAdded = false
  }

  /// The maximum time that a sign-in waits for the server to send the guest's cart, or the account's.
  ///
  /// The time is short, because ``FoodAppState/user`` is `nil` until the transfer ends.
  static var cartTimeout: Duration { .seconds(5) }

  private let guest: GuestData
  private let user: FoodAppUser
  private let templates: AddressTemplates
  private let environment: FeatureEnvironment
  private let record: SingleRepository<Record>
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
    record = SingleRepository(
      .file("guest-transfer"), class: .critical, schema: StoredSchema(Record.self),
      in: environment.directory)
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
      let record = try await storedRecord()
      if !record.isAdded { try await addCarts(of: record) }
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

  /// Returns the stored record of this transfer; if there is none, creates and stores it.
  private func storedRecord() async throws -> Record {
    if let known = try await record.value(), known.key == guest.key.rawValue { return known }
    let (lines, abandoned) = try await guestCarts()
    let present = Dictionary(
      user.cart.state.lines.map { ($0.id, $0.quantity) }, uniquingKeysWith: { first, _ in first })
    let transfer = Record(
      key: guest.key.rawValue,
      lines: lines.map { item, count in
        let quantity = present[item.line] ?? 0
        let target = min(quantity + count, CartLimits.quantity.upperBound)
        return Record.Line(item: item, quantity: target - quantity, target: target)
      }, abandoned: abandoned)
    try await record.save(transfer)
    return transfer
  }

  /// Returns the lines of the guest's current cart, and the guest's abandoned carts.
  ///
  /// The lines include the guest's pending changes. If the current cart belongs to another city than the
  /// chosen one, the cart becomes one of the abandoned carts.
  private func guestCarts() async throws -> (
    lines: [(item: CartItem, count: Int)], abandoned: AbandonedCarts
  ) {
    if guestCart.state.id != nil {
      try await environment.withTimeout(Self.cartTimeout) { [self] in
        await waitForCity()
        try await guestCart.refresh()
      }
    }
    let (abandoned, state) = (try await guestCart.abandonedCarts(), guestCart.state)
    // If the server has refused a new line, the guest's cart shows this line with the quantity 0. The
    // transfer uses the quantity that the guest requested. If the server refuses the line again, the
    // account's cart shows the failure.
    var refused: [CartLine.ID: Int] = [:]
    for change in state.pending where change.status.isFailed {
      if case .line(let id, _, let quantity) = change.subject { refused[id] = quantity }
    }
    let lines = state.lines.filter { $0.kind == .chosen }.map { line in
      (item: line.item, count: line.quantity > 0 ? line.quantity : refused[line.id] ?? 0)
    }
    return (lines, abandoned)
  }

  /// Waits until a city is chosen, because a cart can be fetched only in a city.
  private func waitForCity() async {
    for await context in environment.city.changes() {
      guard let context else { continue }
      return guestCity.settle(in: context)
    }
  }

  /// Adds the recorded abandoned carts and lines to the account's cart, and records that they were
  /// added.
  ///
  /// If the call throws, it first removes the added lines from the account's cart. Otherwise the cart
  /// could send them before the transfer is repeated. The repeated transfer would then add the sent
  /// lines again, because it recognizes an added line only while the line is a pending change.
  private func addCarts(of transfer: Record) async throws {
    let earlier = Set(user.cart.state.pending.map(\.id))
    do {
      try await add(transfer.abandoned)
      try await add(transfer.lines)
      var transfer = transfer
      transfer.isAdded = true
      do throws(StorageError) { try await record.save(transfer) } catch {
        // After `notDurable`, the file contains the record, so the lines must stay in the cart.
        guard case .notDurable = error else { throw error }
      }
    } catch {
      for change in user.cart.state.pending where !earlier.contains(change.id) {
        // If the journal cannot be written, only this process discards the change. At the next launch,
        // the change is pending again, and its line has the recorded quantity.
        do { try await user.cart.discard(change.id) } catch {}
      }
      throw error
    }
  }

  /// Adds the guest's abandoned carts to those of the account.
  ///
  /// `abandoned` is `nil` in a record of an earlier release. In this case, nothing is added.
  private func add(_ abandoned: AbandonedCarts?) async throws {
    guard let abandoned else { return }
    try await user.cart.addAbandonedCarts(abandoned, key: guest.key)
    try user.cart.state.sync.requireStored()
  }

  /// Adds the ``Record/Line/quantity`` of each line to the account's cart.
  ///
  /// A line is skipped if its quantity in the cart is already ``Record/Line/target``, or if none of it is
  /// to be added: the cart refuses a count of zero.
  private func add(_ lines: [Record.Line]) async throws {
    for line in lines {
      let id = line.item.line
      let present = user.cart.state.lines.first { $0.id == id }?.quantity ?? 0
      guard present != line.target else { continue }
      do throws(CartError) {
        try await user.cart.add(line.item, count: line.quantity)
      } catch {
        switch error {
        // The account's cart can never contain the line, so it is skipped.
        case .badQuantity, .tooManyLines, .anotherCurrency, .badItem: continue
        // The transfer stops, for example because the user has chosen another city, or because the
        // account's cart is being ordered. The next transfer adds the lines.
        default: throw error
        }
      }
      try user.cart.state.sync.requireStored()
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
