import Networking
import Storage
import Synchronization
import Sync

/// The confirmed state of a cart: the stored ``CartRecord`` and the server's cart.
///
/// An `OptimisticStore` applies the pending changes to this state.
struct CartBase: Sendable, Equatable {
  /// The stored record; `nil` if nothing has been stored yet.
  var record: CartRecord?
  /// The server's cart; `nil` before the first response that contains it.
  var server: ServerCart?
  /// The ids of the lines in display order.
  var order: [CartLine.ID] = []
  /// The items from ``ShoppingCart/relabel(with:)``, by line; their names replace the lines' own names.
  var labels: [CartLine.ID: CartItem] = [:]
  /// The id of a cart that the server has reported as closed; `nil` for none.
  ///
  /// If no order of the cart is pending, the cart is abandoned.
  var closed: String?
  /// Whether all lines of the cart are known without a fetch.
  ///
  /// The value is `true` if this process created the cart, or if the server responded that it does not
  /// have the cart. Such a cart contains only the lines that pending changes add.
  var isNew = false
  /// The abandoned carts whose lines were fetched, but are not in ``CartRecord/abandoned`` yet.
  var completed: [CompletedCart] = []
  /// Whether ``record`` was missing or damaged, and was restored from the pending changes.
  var isRecovered = false
  /// Whether ``record`` and the pending changes have been compared with each other since the launch.
  var isExamined = false

  init(_ record: CartRecord? = nil) {
    self.record = record
    order = record?.order ?? []
  }

  /// Whether all lines of the cart are known.
  ///
  /// After a restart, the lines are known only after the first fetch.
  var isKnown: Bool { record?.id == nil || isNew || server != nil }

  /// Whether the cart with this id was abandoned or ordered; changes of such a cart are not sent.
  func isAbandoned(_ cart: String) -> Bool { record?.left?.contains(cart) == true }

  /// Returns a line with its names from ``labels``; without an entry there, the line is unchanged.
  func labeled(_ line: CartLine) -> CartLine {
    guard !labels.isEmpty, let item = labels[line.id], item.city == line.item.city else {
      return line
    }
    var line = line
    line.show(line.item.labeled(as: item))
    return line
  }

  /// Returns the id of the current cart; creates a cart if there is none.
  mutating func cart(in city: CityID, makeID: () -> IdempotencyKey) -> String {
    if let id = record?.id { return id }
    let id = makeID().rawValue
    var next = record ?? CartRecord(city: city)
    next.begin(id, in: city)
    record = next
    isNew = true
    return id
  }

  /// Records the current cart as abandoned; has no effect if `id` is the id of another cart.
  ///
  /// The next change creates a new cart.
  mutating func abandon(_ id: String) {
    guard var record, record.id == id else { return }
    record.leave(id)
    record.id = nil
    record.order = nil
    let (labels, completed) = (labels, completed)
    self = CartBase(record)
    (self.labels, self.completed, isExamined) = (labels, completed, true)
  }

  /// Records that a cart is abandoned before it was fetched; returns the cart's unconfirmed changes.
  ///
  /// `pending` contains all pending changes of the cart. The caller adds the lines of the returned
  /// changes to the abandoned cart. A later fetch adds the server's lines, which already contain the
  /// units of the confirmed changes. If the confirmed changes were returned too, their units would be
  /// counted twice.
  mutating func leaveUnfetched(
    _ cart: String, in city: CityID, _ pending: [OutboxItem<CartChange>]
  ) -> [OutboxItem<CartChange>] {
    let changes = pending.filter { $0.status != .confirmed }
    let complete = UnfetchedCart.completeLines(changes)
    record?.add([UnfetchedCart(id: cart, city: city, complete: complete)])
    return changes
  }

  /// Moves the lines in ``completed`` to the abandoned carts.
  ///
  /// These carts were abandoned before the lines were fetched.
  mutating func addCompleted() {
    for completed in completed { complete(completed.cart, with: completed.lines) }
    completed = []
  }

  private mutating func complete(_ cart: UnfetchedCart, with lines: [CartLine]) {
    guard var record, let place = record.unfetched?.firstIndex(of: cart) else { return }
    record.unfetched?.remove(at: place)
    if record.unfetched?.isEmpty == true { record.unfetched = nil }
    let missing = lines.filter { $0.kind == .chosen && !cart.complete.contains($0.id) }.map {
      AbandonedCart.Line(item: $0.item, quantity: $0.quantity, cart: cart.id)
    }
    if !missing.isEmpty {
      record.add(AbandonedCart(reason: .cityChanged(from: cart.city), lines: missing))
    }
    self.record = record
  }

  /// Adds the abandoned carts of another user of the device, such as a guest.
  ///
  /// `key` is an idempotency key: the call has no effect if the previous call had the same key.
  mutating func add(_ carts: AbandonedCarts, key: String) {
    guard let city = carts.carts.first?.id ?? carts.unfetched.first?.city else { return }
    var record = record ?? CartRecord(city: city, left: [])
    guard record.transfer != key else { return }
    record.transfer = key
    for cart in carts.carts { record.add(cart) }
    record.add(carts.unfetched)
    self.record = record
  }

  /// Records that the server has accepted an order; the next change of the user begins a new cart.
  ///
  /// Has no effect if the order was already recorded.
  ///
  /// - Parameters:
  ///   - change: The change that has ordered the cart.
  ///   - number: The server's number of the order.
  mutating func place(_ change: CartChange, as number: String) {
    guard var record, !isAbandoned(change.cart) else { return }
    if var order = order(of: change) {
      order.number = number
      record.placed = (record.placed ?? []).suffix(CartRecord.placedLimit - 1) + [order]
    }
    let isCurrent = record.id == change.cart
    if !isCurrent { record.leave(change.cart) }
    self.record = record
    guard isCurrent else { return }
    abandon(change.cart)
    self.record?.abandoned.removeAll { $0.id == record.city }
    self.record?.ordered = number
  }

  /// Returns the order that a change of the kind ``CartOperation/order(_:)`` places.
  ///
  /// - Returns: The order; `nil` for a change of another kind, or if the ordered lines are not known.
  func order(of change: CartChange) -> PlacedOrder? {
    guard case .order(let content) = change.edit else { return nil }
    if let shown = content.shown { return shown }
    // A change of an earlier release does not contain the displayed order. The order is then derived
    // from the server's cart, which was fetched before the order was sent.
    guard let server, server.id == change.cart else { return nil }
    return PlacedOrder(
      id: change.operation, city: server.city, lines: server.lines, totals: server.totals,
      fulfillment: server.fulfillment)
  }

  /// Removes old ids of abandoned carts from the record, which would otherwise grow with each cart.
  ///
  /// The last 20 ids stay. The ids in `pending`, those of the carts with pending changes, stay too. As
  /// long as the id of an abandoned cart is in the record, the cart's pending changes are not sent.
  mutating func forgetAbandoned(except pending: Set<String>) {
    guard let left = record?.left, left.count > 20 else { return }
    record?.left = left.dropLast(20).filter(pending.contains) + left.suffix(20)
  }

  /// Sets ``server`` to a cart from a response, if `cart` has the id of the current cart.
  ///
  /// A fetched cart is always used. A cart from the response to a change is used only if its version is
  /// higher than the version of ``server``. If the versions are equal, `cart` may contain outdated
  /// prices: the response to a repeated change has the prices at the time of the first attempt.
  mutating func take(_ cart: ServerCart, isFetched: Bool) {
    guard record?.id == cart.id else { return }
    if !isFetched, let server, server.version >= cart.version { return }
    server = cart
  }
}

/// The data of the cart that is stored on the device in addition to the pending changes.
///
/// The server stores the lines of the cart. This record contains the id of the cart, the abandoned
/// carts and the placed orders. All of this is one record, so that abandoning a cart and creating the
/// next cart is one atomic step.
struct CartRecord: Codable, Sendable, Equatable {
  /// The id of the cart; `nil` before its first change.
  var id: String?
  /// The city of the cart.
  var city: CityID
  /// The newest abandoned cart; `nil` for none.
  ///
  /// Earlier releases store only one abandoned cart, in this property. So the older ones are stored
  /// separately, in ``earlierOffers``.
  var offer: AbandonedCart?
  /// The abandoned carts except the newest one, the oldest first; `nil` for none.
  var earlierOffers: [AbandonedCart]?
  /// The maximum number of orders in ``placed``, which wait for ``ShoppingCart/acknowledge(_:)``.
  ///
  /// If there are more, the oldest orders are removed from the record. The server's list of orders
  /// still contains these orders.
  static let placedLimit = 100

  /// The placed orders that the app has not acknowledged, the oldest first; `nil` for none.
  var placed: [PlacedOrder]?
  /// The number of the last order, for ``OrderState/placed(_:)``.
  ///
  /// The value is set when the server accepts the order, and becomes `nil` when another cart begins.
  var ordered: String?
  /// The ids of carts that were abandoned or ordered; their changes must not be sent.
  ///
  /// The value is `nil` in a record from an earlier release, which did not store these ids. The app then
  /// treats every cart with pending changes, except the current one, as abandoned.
  var left: [String]?
  /// The ids of the lines in the sequence in which they were added.
  ///
  /// The value is `nil` if the sequence can be computed from the server's cart and the stored changes.
  var order: [CartLine.ID]?

  /// The carts that were abandoned before they were fetched, the oldest first; `nil` for none.
  var unfetched: [UnfetchedCart]?
  /// The idempotency key of the last call that added the abandoned carts of another user.
  ///
  /// Another call with this key adds nothing. The value is `nil` before the first call.
  var transfer: String?

  /// The abandoned carts, at most one per city, the newest last.
  var abandoned: [AbandonedCart] {
    get { ((earlierOffers ?? []) + [offer].compactMap(\.self)).filter { !$0.lines.isEmpty } }
    set {
      offer = newValue.last
      earlierOffers = newValue.count > 1 ? newValue.dropLast() : nil
    }
  }

  /// Adds an abandoned cart, merged with an earlier abandoned cart of its city.
  ///
  /// If both carts have the same line, the quantity of `cart` replaces the earlier quantity.
  mutating func abandon(_ cart: AbandonedCart) {
    let earlier = abandoned.first { $0.id == cart.id }
    let others = abandoned.filter { $0.id != cart.id }
    // At most 20 abandoned carts are stored. Otherwise the file would grow with each city.
    abandoned = others.suffix(19) + [earlier.map(cart.adding) ?? cart]
  }

  /// Adds an abandoned cart, merged with an earlier abandoned cart of its city.
  ///
  /// If both carts have the same line, the quantities are added up to at most the maximum of
  /// ``CartLimits/quantity``.
  mutating func add(_ cart: AbandonedCart) {
    let earlier = abandoned.first { $0.id == cart.id }?.lines ?? []
    let known = Dictionary(earlier.map { ($0.item.line, $0) }) { first, _ in first }
    let lines = cart.lines.map { line in
      let earlier = known[line.item.line]
      let sum = line.quantity + (earlier?.quantity ?? 0)
      // A screen may have shown the earlier units, and their dismissal has to remove them from the sum.
      return AbandonedCart.Line(
        item: line.item, quantity: min(sum, CartLimits.quantity.upperBound),
        cart: (earlier ?? line).cart)
    }
    abandon(AbandonedCart(reason: cart.reason, lines: lines))
  }

  /// Removes the quantities in `cart` from the abandoned cart of its city.
  ///
  /// A line stays unchanged if the abandonment of another cart has replaced its quantity meanwhile.
  mutating func dismiss(_ cart: AbandonedCart) {
    let dismissed = Dictionary(cart.lines.map { ($0.item.line, $0) }) { first, _ in first }
    abandoned = abandoned.map { known in
      guard known.id == cart.id else { return known }
      let rest = known.lines.map { line in
        guard let shown = dismissed[line.item.line], shown.cart == line.cart else { return line }
        return AbandonedCart.Line(
          item: line.item, quantity: line.quantity - shown.quantity, cart: line.cart)
      }
      return AbandonedCart(reason: known.reason, lines: rest.filter { $0.quantity > 0 })
    }.filter { !$0.lines.isEmpty }
  }

  /// Makes a cart current.
  mutating func begin(_ id: String, in city: CityID) {
    (self.id, self.city, left) = (id, city, left ?? [])
    (ordered, order) = (nil, nil)
  }

  /// Adds the id of a cart that was abandoned or ordered.
  mutating func leave(_ id: String) { left = (left ?? []) + [id] }

  /// Adds carts that were abandoned before they were fetched.
  mutating func add(_ carts: [UnfetchedCart]) {
    guard !carts.isEmpty else { return }
    unfetched = ((unfetched ?? []) + carts).suffix(UnfetchedCart.limit)
  }

  /// Returns the repository that stores the record in a file of this directory.
  static func repository(in directory: StorageDirectory) -> SingleRepository<CartRecord> {
    SingleRepository(
      .memoryBackedByFile("cart"), class: .critical, schema: StoredSchema(CartRecord.self),
      in: directory)
  }
}

/// A cart that was abandoned before its lines were fetched from the server.
///
/// The lines are fetched when the user chooses the cart's city again. Until then, only the lines of the
/// cart's pending changes are known.
struct UnfetchedCart: Codable, Sendable, Hashable {
  /// The maximum number of unfetched carts in a ``CartRecord``; if there are more, the oldest ones are
  /// removed.
  static let limit = 20

  let id: String
  let city: CityID
  /// The ids of the lines whose whole quantity was known when the cart was abandoned.
  ///
  /// For any other line, only the added units were known. A later fetch adds the server's quantity to
  /// the added units.
  let complete: [CartLine.ID]

  /// Returns the ids of the lines to which a later fetch must not add the server's quantity.
  ///
  /// The fetch adds the server's quantity of a line to the units that pending changes add. The sum would
  /// be wrong for a line with one of these changes:
  /// - A change that sets the quantity. The new quantity does not depend on the server's quantity.
  /// - An addition that the server may have applied. The server's quantity may already contain the added
  ///   units, which would be counted twice.
  static func completeLines(_ pending: [OutboxItem<CartChange>]) -> [CartLine.ID] {
    let lines = pending.compactMap(PendingEdit.init).filter { edit in
      guard case .line(let change) = edit.edit, change.isAddition else { return true }
      return edit.status == .maybeApplied
    }.compactMap(\.line)
    return lines.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

/// An ``UnfetchedCart`` and its lines, which have now been fetched.
///
/// The lines are empty if the cart was ordered or has expired.
struct CompletedCart: Sendable, Equatable {
  let cart: UnfetchedCart
  let lines: [CartLine]
}

/// The file of a ``CartRecord``; tests replace the file by a simulated disk.
protocol CartRecordFile: Sendable {
  func cart() async throws(StorageError) -> CartRecord?

  /// Stores the record in memory and in the file.
  func write(_ cart: CartRecord) async -> WriteStatus
}

extension SingleRepository: CartRecordFile where Value == CartRecord {
  func cart() async throws(StorageError) -> CartRecord? { try await value() }

  func write(_ cart: CartRecord) async -> WriteStatus {
    do { try await save(cart) } catch { return .failed(error) }
    return writeStatus == .scheduled ? .written : writeStatus
  }
}

/// The storage of a ``CartBase``; it stores only ``CartBase/record``, and only if the record has
/// changed.
final class CartBaseStore: BaseStore {
  private let file: any CartRecordFile
  private let stored = Mutex<(record: CartRecord?, result: WriteStatus)>((nil, .written))

  init(_ file: any CartRecordFile) { self.file = file }

  func load() async throws(StorageError) -> CartBase {
    let record = try await file.cart()
    stored.withLock { $0.record = record }
    return CartBase(record)
  }

  func save(_ base: CartBase) async -> WriteStatus {
    let last = stored.withLock { $0 }
    guard let record = base.record, record != last.record else { return last.result }
    let result = await file.write(record)
    if case .failed = result { return result }
    stored.withLock { $0 = (record, result) }
    return result
  }
}
