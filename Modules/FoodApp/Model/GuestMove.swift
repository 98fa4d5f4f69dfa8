import Addresses
import Cart
import OrderRating
import Orders
import Profile
import Storage
import Sync

/// The move of a guest's data to the account to which the guest has signed in.
///
/// Each part is read from the feature of the guest, and passed to that of the account, which recognizes what
/// it already has; the carts by their ids. So a repeated move changes nothing. The parts do not
/// wait for each other: one that fails is reported, and repeated when the gate changes. After the last part
/// the guest's data is erased.
struct GuestMove {
  /// The features whose data is moved; that of the session is erased last.
  static let parts: Set<AppFeature> = [.orders, .addresses, .cart, .reviews, .session]

  private let guest: GuestData
  /// The parts that were moved; the user may have changed or removed what they contained.
  private let moved: SingleRepository<[String]>
  private let account: FoodAppUser
  private let cart: any ShoppingCart
  private let addresses: any AddressBook
  private let orders: any OrderTracker
  private let reviews: any OrderReviews

  init(_ guest: GuestData, to account: FoodAppUser, templates: AddressTemplates) {
    let addresses = guest.environment.makeAddressBook(templates: templates)
    (self.guest, self.account, self.addresses) = (guest, account, addresses)
    cart = guest.environment.makeCart(resolving: { addresses.place(of: $0) })
    orders = guest.environment.makeOrderTracker()
    reviews = guest.environment.makeOrderReviews()
    moved = SingleRepository(
      .file("moved-parts"), class: .critical, schema: StoredSchema([String].self),
      in: guest.environment.directory)
  }

  /// Moves all parts; returns when all are moved and erased, or when the task is canceled.
  ///
  /// - Parameters:
  ///   - report: Receives the reason why a part has not been moved, and `nil` when it has; for the session
  ///     only a reason.
  ///   - moveRest: Moves the data of features outside of this module, before the guest's data is erased.
  func run(
    _ report: @escaping @Sendable (AppFeature, FeatureFailure?) -> Void,
    then moveRest: ((FeatureEnvironment, FoodAppUser) async throws -> Void)?
  ) async {
    let gate = account.environment.gate
    let moves: [(AppFeature, @Sendable () async throws -> Void)] = [
      (.orders, moveOrders), (.addresses, moveAddresses), (.cart, moveCart),
      (.reviews, moveReviews),
    ]
    await withDiscardingTaskGroup { group in
      for (part, move) in moves {
        group.addTask {
          await gate.repeating({ report(part, $0) }) {
            try await once(part, move)
            report(part, nil)
          }
        }
      }
    }
    await gate.repeating({ report(.session, $0) }) {
      try await moveRest?(guest.environment, account)
      try await guest.finish()
    }
  }

  /// Moves a part, unless an earlier launch has noted that it was moved.
  private func once(_ part: AppFeature, _ move: () async throws -> Void) async throws {
    if try await moved.value()?.contains(part.rawValue) == true { return }
    try await move()
    try await moved.update { $0 = ($0 ?? []) + [part.rawValue] }
  }

  private func moveOrders() async throws {
    try await orders.load()
    try await track(orders.state.active + orders.state.finished)
    for cancellation in orders.state.cancellations where !cancellation.status.isFailed {
      if let order = cancellation.order { try await cancel(order) }
    }
  }

  /// Cancels an order of the account; one that cannot be canceled any more is shown with its status.
  private func cancel(_ order: Order.ID) async throws {
    do { try await account.orders.cancel(order) } catch {}
    try account.orders.state.sync.requireStored()
  }

  private func moveAddresses() async throws {
    try await addresses.load()
    for saved in addresses.state.addresses + addresses.state.elsewhere { try await adopt(saved) }
    try account.addresses.state.sync.requireStored()
  }

  /// Adds an address to those of the account; returns `nil` if the account can never have it.
  @discardableResult
  private func adopt(_ saved: SavedAddress) async throws -> SavedAddress? {
    do throws(AddressError) {
      let id = try await account.addresses.adopt(saved.address, from: saved.id)
      return account.addresses.state[id]
    } catch {
      switch error {
      case .duplicate, .tooMany, .unknownTemplate, .invalid: return nil
      default: throw error
      }
    }
  }

  private func moveReviews() async throws {
    try await account.reviews.importReviews(try await reviews.exported())
    try account.reviews.state.sync.requireStored()
  }

  private func moveCart() async throws {
    // The places of the guest's orders are looked up in the guest's addresses.
    try await addresses.load()
    // The disk may have lost the record of an order, whose lines must not be ordered again.
    try await cart.refreshAllCarts()
    try await finishOrders()
    for placed in cart.state.placedOrders {
      guard let order = Order(placed) else { continue }
      try await track([order])
      if placed.isWithdrawn { try await cancel(order.id) }
    }
    var carts = try await cart.exported()
    for fulfillment in carts.fulfillments {
      // The address has another id in the account's book.
      guard let saved = addresses.address(of: fulfillment) else { continue }
      carts.replace(fulfillment, with: try await adopt(saved).map { CartFulfillment(to: $0) })
    }
    while true {
      do throws(CartError) {
        try await account.cart.importCarts(carts)
        break
      } catch {
        guard error == .orderInProgress else { throw error }
        // The lines wait for an order of the account.
        await account.cart.until { $0.unansweredOrder == nil }
      }
    }
    try account.cart.state.sync.requireStored()
  }

  /// Takes back the guest's orders that were never sent, and waits for the responses to the others.
  ///
  /// The lines of an order that is taken back, refused or expires belong to the cart again.
  private func finishOrders() async throws {
    for change in cart.state.pending where change.subject == .order {
      do throws(CartError) { try await cart.discard(change.id) } catch {
        switch error {
        case .sync(.mayBeApplied), .sync(.unknownChange): continue
        default: throw error
        }
      }
    }
    guard cart.state.unansweredOrder != nil else { return }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await cart.run() }
      group.addTask { await cart.until { $0.unansweredOrder == nil } }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Passes orders to the tracker of the account, which ignores those that it has.
  private func track(_ orders: [Order]) async throws {
    for order in orders {
      do throws(OrdersError) { try await account.orders.track(order) } catch {
        // The tracker can never have an order that is not valid.
        guard case .badID = error else { throw error }
      }
    }
    try account.orders.state.sync.requireStored()
  }
}

extension Gate {
  /// Performs a step until it succeeds, at once and after each change of the gate.
  ///
  /// - Parameters:
  ///   - report: Receives the reason of each failure.
  ///   - isolation: The actor of the caller, which is the default.
  ///   - step: The step.
  func repeating(
    _ report: (FeatureFailure) -> Void, isolation: isolated (any Actor)? = #isolation,
    _ step: () async throws -> Void
  ) async {
    for await _ in changes() {
      do { return try await step() } catch {
        guard !Task.isCancelled else { return }
        report(FeatureFailure(error))
      }
    }
  }
}

extension SyncState {
  /// Throws an error if the data of the last writes would not survive a crash.
  fileprivate func requireStored() throws(SyncError) {
    if case .failed(let error) = write { throw .storage(error) }
  }
}
