import Networking
import Storage
import Synchronization
import Sync

/// The base of the cart: the stored record and the server's cart.
struct CartBase: Sendable, Equatable {
  /// The stored record; `nil` before the first cart.
  var record: CartRecord?
  /// The server's cart; `nil` before the first response that contains it.
  var server: ServerCart?
  /// The lines in the order of display.
  var order: [CartLine.ID] = []
  /// The items that supply the displayed names, for example in another language, by line.
  var labels: [CartLine.ID: CartItem] = [:]
  /// The id of a cart that the server has reported as closed; without a pending order, the cart is
  /// abandoned.
  var closed: String?
  /// Whether the cart was created in this process or is not at the server, so that all of its lines are
  /// known.
  var isNew = false
  /// Whether the record was missing or damaged, and was restored from the pending changes.
  var isRecovered = false
  /// Whether the record has been compared with the pending changes.
  var isExamined = false

  init(_ record: CartRecord? = nil) {
    self.record = record
    order = record?.order ?? []
  }

  /// Whether all lines are known; after a restart only once the cart has been fetched.
  var isKnown: Bool { record?.id == nil || isNew || server != nil }

  /// Whether a cart was abandoned, so that its changes must not be sent.
  func isLeft(_ cart: String) -> Bool { record?.left?.contains(cart) == true }

  /// Returns a line with the names of ``labels``.
  func labeled(_ line: CartLine) -> CartLine {
    guard !labels.isEmpty, let item = labels[line.id], item.city == line.item.city else {
      return line
    }
    var line = line
    line.show(line.item.labeled(as: item))
    return line
  }

  /// Returns the id of the current cart; creates a cart if there is none.
  mutating func cart(in city: CityID, makeID: () -> String) -> String {
    if let id = record?.id { return id }
    let id = makeID()
    var next = record ?? CartRecord(city: city)
    (next.id, next.city, next.left) = (id, city, next.left ?? [])
    (next.ordered, next.order) = (nil, nil)
    record = next
    isNew = true
    return id
  }

  /// Ends the cart if it is the current one, and records its id as abandoned.
  mutating func leave(_ id: String) {
    guard var record, record.id == id else { return }
    record.left = (record.left ?? []) + [id]
    record.id = nil
    record.order = nil
    let labels = labels
    self = CartBase(record)
    (self.labels, isExamined) = (labels, true)
  }

  /// Adds the fetched lines of carts that were abandoned before they were known.
  mutating func complete(_ carts: [CompletedCart]) {
    for (cart, lines) in carts { complete(cart, with: lines) }
  }

  private mutating func complete(_ cart: UnfetchedCart, with lines: [CartLine]) {
    guard var record, let place = record.unfetched?.firstIndex(of: cart) else { return }
    record.unfetched?.remove(at: place)
    if record.unfetched?.isEmpty == true { record.unfetched = nil }
    let offered = record.abandoned.first { $0.id == cart.city }?.lines ?? []
    let missing = lines.filter { $0.kind == .chosen && !cart.complete.contains($0.id) }.map {
      line in
      let added = offered.first { $0.item.line == line.id }?.quantity ?? 0
      return AbandonedCart.Line(
        item: line.item, quantity: min(line.quantity + added, CartLimits.quantity.upperBound))
    }
    if !missing.isEmpty {
      record.abandon(AbandonedCart(reason: .cityChanged(from: cart.city), lines: missing))
    }
    self.record = record
  }

  /// Records the order of a cart and ends the cart; does nothing if that was done before.
  ///
  /// - Parameters:
  ///   - change: The change that has ordered the cart.
  ///   - number: The server's number of the order.
  mutating func place(_ change: CartChange, as number: String) {
    guard var record, !isLeft(change.cart) else { return }
    if var order = order(of: change) {
      order.number = number
      record.placed = (record.placed ?? []).suffix(CartRecord.placedLimit - 1) + [order]
    }
    let isCurrent = record.id == change.cart
    if !isCurrent { record.left = (record.left ?? []) + [change.cart] }
    self.record = record
    guard isCurrent else { return }
    leave(change.cart)
    self.record?.abandoned.removeAll { $0.id == record.city }
    self.record?.ordered = number
  }

  /// Returns the order that a change places; `nil` for any other change, and if the lines are not known.
  func order(of change: CartChange) -> PlacedOrder? {
    guard case .order(let content) = change.edit else { return nil }
    if let shown = content.shown { return shown }
    // Releases that stored no displayed order: the server's cart, which was fetched before the order was
    // sent.
    guard let server, server.id == change.cart else { return nil }
    return PlacedOrder(
      id: change.operation, city: server.city, lines: server.lines, totals: server.totals,
      fulfillment: server.fulfillment)
  }

  /// Removes the ids of abandoned carts, except for the last 20 and those with pending changes.
  mutating func forgetAbandoned(except pending: Set<String>) {
    guard let left = record?.left, left.count > 20 else { return }
    record?.left = left.dropLast(20).filter(pending.contains) + left.suffix(20)
  }

  /// Replaces the server's cart, unless the cart is not the current one or the known version is newer.
  ///
  /// If both versions are equal, the fetched cart is used, because the answer to a repeated change has
  /// the prices at the time of the first attempt.
  mutating func take(_ cart: ServerCart, isFetched: Bool) {
    guard record?.id == cart.id else { return }
    if !isFetched, let server, server.version >= cart.version { return }
    server = cart
  }
}

/// The stored record of a cart, in addition to the pending changes.
///
/// The server stores the cart. The cart's id, which is created on the device, and the lines of abandoned
/// carts are stored only here. They are one critical record, so that abandoning a cart and creating the
/// next one are one atomic step.
struct CartRecord: Codable, Sendable, Equatable {
  /// The id of the cart; `nil` before its first change.
  var id: String?
  /// The city of the cart.
  var city: CityID
  /// The newest abandoned cart; earlier releases store only this one.
  var offer: AbandonedCart?
  /// The other abandoned carts, the oldest first.
  var earlierOffers: [AbandonedCart]?
  /// The maximum number of stored orders that the app has not acknowledged; the oldest are dropped.
  ///
  /// The server's list of orders still contains dropped ones.
  static let placedLimit = 100

  /// The placed orders that the app has not acknowledged, the oldest first; `nil` for none.
  var placed: [PlacedOrder]?
  /// The order number of the previous cart.
  var ordered: String?
  /// The ids of abandoned and of ordered carts, whose changes must not be sent.
  ///
  /// `nil` in a record of an earlier release; then all carts with pending changes except the current one
  /// were abandoned.
  var left: [String]?
  /// The lines in the order in which they were added; `nil` if the server's cart and the journal have always
  /// had the same order.
  var order: [CartLine.ID]?

  /// The carts that were abandoned before they were fetched, the oldest first; `nil` for none.
  var unfetched: [UnfetchedCart]?

  /// The abandoned carts, at most one per city, the newest last.
  var abandoned: [AbandonedCart] {
    get { ((earlierOffers ?? []) + [offer].compactMap(\.self)).filter { !$0.lines.isEmpty } }
    set {
      offer = newValue.last
      earlierOffers = newValue.count > 1 ? newValue.dropLast() : nil
    }
  }

  /// Adds an abandoned cart, merged with an earlier abandoned cart of its city.
  mutating func abandon(_ cart: AbandonedCart) {
    let earlier = abandoned.first { $0.id == cart.id }
    let others = abandoned.filter { $0.id != cart.id }
    // The limit bounds the file, which would grow with each city.
    abandoned = others.suffix(19) + [earlier.map(cart.adding) ?? cart]
  }

  /// Returns the repository of the record.
  static func repository(in directory: StorageDirectory) -> SingleRepository<CartRecord> {
    SingleRepository(
      .memoryBackedByFile("cart"), class: .critical, schema: StoredSchema(CartRecord.self),
      in: directory)
  }
}

/// A cart that was abandoned before it was fetched; its lines are fetched when its city is settled again.
///
/// Until then, the abandoned cart has only the lines of the changes that were pending.
struct UnfetchedCart: Codable, Sendable, Equatable {
  /// The maximum number of stored carts; the oldest are dropped.
  static let limit = 20

  let id: String
  let city: CityID
  /// The lines whose whole quantity was known; to others, the server's quantity is added.
  let complete: [CartLine.ID]
}

/// A cart that was unfetched, with the server's lines; none if it was ordered or has expired.
typealias CompletedCart = (cart: UnfetchedCart, lines: [CartLine])

/// The file of the record; tests replace it to simulate the disk.
protocol CartRecordFile: Sendable {
  func cart() async throws(StorageError) -> CartRecord?

  /// Stores the record in memory and in the file, and returns whether it would survive a crash.
  func keep(_ cart: CartRecord) async -> WriteStatus
}

extension SingleRepository: CartRecordFile where Value == CartRecord {
  func cart() async throws(StorageError) -> CartRecord? { try await value() }

  func keep(_ cart: CartRecord) async -> WriteStatus {
    do { try await save(cart) } catch { return .failed(error) }
    return writeStatus == .scheduled ? .written : writeStatus
  }
}

/// The store of a ``CartBase``, which writes the record only if it has changed.
final class CartBaseStore: BaseStore {
  private let shelf: any CartRecordFile
  private let stored = Mutex<(record: CartRecord?, result: WriteStatus)>((nil, .written))

  init(_ shelf: any CartRecordFile) { self.shelf = shelf }

  func load() async throws(StorageError) -> CartBase {
    let record = try await shelf.cart()
    stored.withLock { $0.record = record }
    return CartBase(record)
  }

  func save(_ base: CartBase) async -> WriteStatus {
    let last = stored.withLock { $0 }
    guard let record = base.record, record != last.record else { return last.result }
    let result = await shelf.keep(record)
    if case .failed = result { return result }
    stored.withLock { $0 = (record, result) }
    return result
  }
}
