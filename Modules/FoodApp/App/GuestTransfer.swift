import Addresses
import Cart
import Networking
import Profile
import Storage
import Sync

/// Hands the cart and the addresses of a guest over to an account that has data of its own.
///
/// It runs before the user's features run and are shown, so nothing else changes the account's cart
/// meanwhile. What cannot be handed over now, such as without a network, is at the next start.
///
/// The lines are recorded with the quantities that the account's cart will have, then added, and then the
/// guest's data is erased. After a crash in between, a line that has its quantity was added already.
struct GuestTransfer {
  /// The lines that are being handed over.
  struct Record: Codable, Sendable {
    struct Line: Codable, Sendable {
      let item: CartItem
      let quantity: Int
      /// The quantity in the account's cart afterwards.
      let target: Int
    }

    /// Identifies the guest's data, so that the transfer of an earlier guest is not continued.
    let key: String
    let lines: [Line]
    /// Whether the account's cart has all lines.
    var isAdded = false
  }

  /// The time for which the screen waits for the guest's cart.
  private static var patience: Duration { .seconds(5) }

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
        guard try await add(transfer.lines) else { return }
        transfer.isAdded = true
        try await record.save(transfer)
      }
      try await addAddresses()
      try await guest.finish()
    } catch {
      // The data stays the guest's: the next start of the account hands it over.
    }
  }

  /// Returns the record of this transfer; begins one if there is none.
  private func begun() async throws -> Record {
    if let known = try await record.value(), known.key == guest.key.rawValue { return known }
    let lines = try await guestLines()
    // Reads the stored cart.
    try await user.cart.relabel(with: [])
    let present = Dictionary(
      user.cart.state.lines.map { ($0.id, $0.quantity) }, uniquingKeysWith: { first, _ in first })
    let transfer = Record(
      key: guest.key.rawValue,
      lines: lines.map { item, count in
        let quantity = present[item.line] ?? 0
        let target = min(quantity + count, CartLimits.quantity.upperBound)
        return Record.Line(item: item, quantity: target - quantity, target: target)
      })
    try await record.save(transfer)
    return transfer
  }

  /// Returns the lines of the guest's cart, as the server and the guest's queue have them.
  private func guestLines() async throws -> [(item: CartItem, count: Int)] {
    let cart = CartFactory.makeCart(in: guest.environment)
    try await cart.relabel(with: [])
    if cart.state.id != nil {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await cart.refresh() }
        group.addTask { [environment] in
          try await environment.clock.sleep(for: Self.patience)
          throw SyncError.fetch(.noAnswer(.timedOut))
        }
        defer { group.cancelAll() }
        try await group.next()
      }
    }
    let state = cart.state
    // A line that was refused is added again, and the user decides in the account's cart.
    var refused: [CartLine.ID: Int] = [:]
    for change in state.pending where change.status.isFailed {
      if case .line(let id, _, let quantity) = change.subject { refused[id] = quantity }
    }
    let city = environment.city.context?.city
    return state.lines.filter { $0.kind == .chosen && $0.item.city == city }.map { line in
      (line.item, line.quantity > 0 ? line.quantity : refused[line.id] ?? 0)
    }.filter { $0.1 > 0 }
  }

  /// Adds the lines that the account's cart does not have yet, and returns whether a crash would keep them.
  private func add(_ lines: [Record.Line]) async throws -> Bool {
    try await user.cart.relabel(with: [])
    for line in lines where line.quantity > 0 {
      let id = line.item.line
      let present = user.cart.state.lines.first { $0.id == id }?.quantity ?? 0
      guard present != line.target else { continue }
      do throws(CartError) {
        let status = try await user.cart.add(line.item, count: line.quantity)
        if status == .written || status == .inMemory { continue }
        // The disk is full: a crash would forget whether the line was added.
        try await user.cart.setQuantity(present, of: id)
        return false
      } catch {
        switch error {
        // The account's cart cannot have the line, now or later.
        case .badQuantity, .tooManyLines, .anotherCurrency, .badItem: continue
        // Another city is chosen, or the account's cart is being ordered: the lines wait.
        default: throw error
        }
      }
    }
    return true
  }

  private func addAddresses() async throws {
    let book = AddressesFactory.makeBook(in: guest.environment, templates: templates)
    // Reads the stored book without a request, which the service may not serve to a guest.
    do throws(AddressError) { try await book.use(SavedAddress.ID(rawValue: "")) } catch {
      guard case .unknownAddress = error else { throw error }
    }
    for saved in book.state.addresses {
      do throws(AddressError) { try await user.addresses.add(saved.address) } catch {
        switch error {
        // The account has the address, or its book cannot have it.
        case .duplicate, .tooMany, .anotherCity, .unknownTemplate, .invalid: continue
        default: throw error
        }
      }
    }
  }
}
