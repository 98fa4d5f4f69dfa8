import Addresses
import Cart
import Networking
import Profile
import Storage
import Sync

/// Transfers the cart and the addresses of a guest to an account that already has data.
///
/// The transfer runs before the features of the account start, so nothing else changes the account's
/// cart during the transfer. If the transfer fails, for example without a network, it is repeated when
/// the features of the account start again.
///
/// 1. A ``Record`` is stored. It contains the guest's lines in the chosen city, the quantity that each
///    line will have in the account's cart, and the abandoned carts of all cities.
/// 2. The abandoned carts, the lines and the addresses are added to the account.
/// 3. The guest's data is erased.
///
/// After a crash, the transfer continues with the stored record, and adds nothing twice. A line that
/// already has its recorded quantity is skipped. The abandoned carts are added with the record's
/// idempotency key, and `addAbandonedCarts` has no effect if it is called with the same key again.
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
    /// If the value is `true`, only the addresses may still have to be added.
    var isAdded = false
  }

  /// The maximum time that a transfer waits for the server to send the guest's cart.
  ///
  /// The time is short, because ``FoodAppState/user`` is `nil` until the transfer ends.
  private static var cartTimeout: Duration { .seconds(5) }

  private let guest: GuestData
  private let user: FoodAppUser
  private let templates: AddressTemplates
  private let environment: FeatureEnvironment
  private let record: SingleRepository<Record>

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
  }

  func run() async {
    do {
      var transfer = try await begun()
      if !transfer.isAdded {
        guard try await add(transfer.abandoned), try await add(transfer.lines) else { return }
        transfer.isAdded = true
        try await record.save(transfer)
      }
      try await addAddresses()
      try await guest.finish()
    } catch {
      // An error is ignored. The guest's data is still stored, and is transferred when the features of
      // the account start again.
    }
  }

  /// Returns the stored record of this transfer; if there is none, creates and stores it.
  private func begun() async throws -> Record {
    if let known = try await record.value(), known.key == guest.key.rawValue { return known }
    let (lines, abandoned) = try await guestCarts()
    // This call changes no names, because it passes no items. It serves to load the stored cart.
    try await user.cart.relabel(with: [])
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
    let cart = CartFactory.makeCart(in: guest.environment)
    try await cart.relabel(with: [])
    if cart.state.id != nil {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          await waitForCity()
          try await cart.refresh()
        }
        group.addTask { [environment] in
          try await environment.clock.sleep(for: Self.cartTimeout)
          throw SyncError.fetch(.noAnswer(.timedOut))
        }
        defer { group.cancelAll() }
        try await group.next()
      }
    }
    let (abandoned, state) = (try await cart.abandonedCarts(), cart.state)
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
    return (lines.filter { $0.count > 0 }, abandoned)
  }

  /// Waits until a city is chosen, because a cart can be fetched only in a city.
  private func waitForCity() async {
    for await context in environment.city.changes() where context != nil { return }
  }

  /// Adds the guest's abandoned carts to those of the account.
  ///
  /// `abandoned` is `nil` in a record of an earlier release. In this case, nothing is added.
  ///
  /// - Returns: Whether the added carts would survive a crash.
  private func add(_ abandoned: AbandonedCarts?) async throws -> Bool {
    guard let abandoned else { return true }
    switch try await user.cart.addAbandonedCarts(abandoned, key: guest.key) {
    case .written, .inMemory: return true
    case .scheduled, .failed: return false
    }
  }

  /// Adds each line whose quantity in the account's cart is not yet ``Record/Line/target``.
  ///
  /// - Returns: Whether the added lines would survive a crash.
  private func add(_ lines: [Record.Line]) async throws -> Bool {
    try await user.cart.relabel(with: [])
    for line in lines where line.quantity > 0 {
      let id = line.item.line
      let present = user.cart.state.lines.first { $0.id == id }?.quantity ?? 0
      guard present != line.target else { continue }
      do throws(CartError) {
        let status = try await user.cart.add(line.item, count: line.quantity)
        if status == .written || status == .inMemory { continue }
        // The added line is not on the disk, so a crash could lose the line. Therefore its former
        // quantity is restored. Otherwise the next attempt would find the target quantity and skip the
        // line.
        try await user.cart.setQuantity(present, of: id)
        return false
      } catch {
        switch error {
        // The account's cart can never contain the line, so it is skipped.
        case .badQuantity, .tooManyLines, .anotherCurrency, .badItem: continue
        // The transfer stops, for example because the user has chosen another city, or because the
        // account's cart is being ordered. The next transfer adds the remaining lines.
        default: throw error
        }
      }
    }
    return true
  }

  private func addAddresses() async throws {
    let book = AddressesFactory.makeBook(in: guest.environment, templates: templates)
    // No address has this empty id, so the call changes nothing. The call serves to load the guest's
    // stored addresses. The addresses are not fetched, because the service might refuse a guest's
    // request.
    do throws(AddressError) { try await book.use(SavedAddress.ID(rawValue: "")) } catch {
      guard case .unknownAddress = error else { throw error }
    }
    for saved in book.state.addresses {
      do throws(AddressError) { try await user.addresses.add(saved.address) } catch {
        switch error {
        // The account already has this address, or can never have it.
        case .duplicate, .tooMany, .anotherCity, .unknownTemplate, .invalid: continue
        default: throw error
        }
      }
    }
  }
}
