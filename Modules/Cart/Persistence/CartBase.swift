import Networking
import Storage
import Synchronization
import Sync

/// The cart without the pending changes.
struct CartBase: Sendable, Equatable {
  /// The stored part; `nil` before the first cart.
  var record: KeptCart?
  /// The server's cart, once it was fetched or came with an answer.
  var server: ServerCart?
  /// The lines in the order in which they are shown.
  var order: [CartLine.ID] = []
  /// The items whose names replace those of their lines, by line.
  var labels: [CartLine.ID: CartItem] = [:]
  /// The cart that the server has closed, while its order waits for an answer.
  var closed: String?
  /// Whether the cart was begun in this process, so that all its lines are known.
  var isNew = false
  /// Whether the record was missing or damaged, and was restored from the pending changes.
  var isRecovered = false
  /// Whether the record has been compared with the pending changes.
  var isExamined = false

  init(_ record: KeptCart? = nil) {
    self.record = record
    order = record?.order ?? []
  }

  /// Whether all lines are known, which after a restart they are only with the network.
  var isKnown: Bool { record?.id == nil || isNew || server != nil }

  /// Whether a cart was left, so that nothing is sent for it any more.
  func isLeft(_ cart: String) -> Bool { record?.left?.contains(cart) == true }

  /// Returns a line with the names in the language that the app chose last.
  func labeled(_ line: CartLine) -> CartLine {
    guard !labels.isEmpty, let item = labels[line.id], item.city == line.item.city else {
      return line
    }
    var line = line
    line.show(line.item.labeled(as: item))
    return line
  }

  /// Returns the cart to change; begins one unless there is one.
  mutating func cart(in city: CityID, makeID: () -> String) -> String {
    if let id = record?.id { return id }
    let id = makeID()
    var next = record ?? KeptCart(city: city)
    (next.id, next.city, next.left) = (id, city, next.left ?? [])
    (next.ordered, next.order) = (nil, nil)
    record = next
    isNew = true
    return id
  }

  /// Continues without a cart, unless it was left before.
  mutating func leave(_ id: String) {
    guard var record, record.id == id else { return }
    // Changes of a cart that was left so long ago do not wait any more.
    record.left = (record.left ?? []).suffix(19) + [id]
    record.id = nil
    record.order = nil
    let labels = labels
    self = CartBase(record)
    (self.labels, isExamined) = (labels, true)
  }

  /// Takes the server's cart, unless a newer one is there or the cart was left.
  ///
  /// Of two with one version the fetched one wins: the answer to a repeated change has the prices of
  /// the first attempt.
  mutating func take(_ cart: ServerCart, isFetched: Bool) {
    guard record?.id == cart.id else { return }
    if !isFetched, let server, server.version >= cart.version { return }
    server = cart
  }
}

/// What is stored of a cart beside the pending changes: this module's storage choice.
///
/// The server has the cart; its id, made on the device, and for a while the lines of one that had to
/// be left exist only here. Both are one critical record, so that no crash comes between leaving one
/// cart and continuing with another.
struct KeptCart: Codable, Sendable, Equatable {
  /// The cart, once something was put into it.
  var id: String?
  /// The city that it is in.
  var city: CityID
  /// The newest abandoned cart, which is the only one in the files of earlier releases.
  var offer: AbandonedCart?
  /// The abandoned carts of other cities, the oldest first.
  var earlierOffers: [AbandonedCart]?
  /// The number under which the cart before was ordered.
  var ordered: String?
  /// The carts that were left: nothing is sent for those any more.
  ///
  /// `nil` in the record of a release that listed none; then each cart but this one was left.
  var left: [String]?
  /// The lines in the order in which the user added them, where the server has another one.
  var order: [CartLine.ID]?

  /// The abandoned carts, at most one per city, the newest last.
  var abandoned: [AbandonedCart] {
    get { (earlierOffers ?? []) + [offer].compactMap(\.self) }
    set {
      offer = newValue.last
      earlierOffers = newValue.count > 1 ? newValue.dropLast() : nil
    }
  }

  /// Adds an abandoned cart, with the lines of the earlier one of its city.
  mutating func abandon(_ cart: AbandonedCart) {
    let earlier = abandoned.first { $0.id == cart.id }
    let others = abandoned.filter { $0.id != cart.id }
    // A limit for a file that would otherwise grow with each city.
    abandoned = others.suffix(19) + [earlier.map(cart.adding) ?? cart]
  }

  /// The file of the record.
  static func repository(in directory: StorageDirectory) -> SingleRepository<KeptCart> {
    SingleRepository(
      .memoryBackedByFile("cart"), class: .critical, schema: Schema(KeptCart.self), in: directory)
  }
}

/// The file of ``KeptCart``: the seam at which a test takes the place of the disk.
protocol CartShelf: Sendable {
  func cart() async throws(StorageError) -> KeptCart?

  /// Stores the record, and returns whether it would survive a crash. Memory has it in any case.
  func keep(_ cart: KeptCart) async -> Persistence
}

extension SingleRepository: CartShelf where Value == KeptCart {
  func cart() async throws(StorageError) -> KeptCart? { try await value() }

  func keep(_ cart: KeptCart) async -> Persistence {
    do { try await save(cart) } catch { return .pending(error) }
    return persistence == .waiting ? .persisted : persistence
  }
}

/// Stores the record of a ``CartBase`` when it has changed.
final class CartBaseStore: BaseStore {
  private let shelf: any CartShelf
  private let stored = Mutex<(record: KeptCart?, result: Persistence)>((nil, .persisted))

  init(_ shelf: any CartShelf) { self.shelf = shelf }

  func load() async throws(StorageError) -> CartBase {
    let record = try await shelf.cart()
    stored.withLock { $0.record = record }
    return CartBase(record)
  }

  func save(_ base: CartBase) async -> Persistence {
    let last = stored.withLock { $0 }
    guard let record = base.record, record != last.record else { return last.result }
    let result = await shelf.keep(record)
    if case .pending = result { return result }
    stored.withLock { $0 = (record, result) }
    return result
  }
}
