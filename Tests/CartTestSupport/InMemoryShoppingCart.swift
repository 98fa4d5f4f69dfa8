public import Cart
import CartServerModel
public import Networking
import Pricing
import Storage
public import Sync
import Synchronization

/// A cart for tests and previews that keeps nothing on a disk and sends one change after the other.
///
/// Written apart from the live one and held to the same rules, ``ShoppingCartContract``.
public final class InMemoryShoppingCart: ShoppingCart {
  /// What outlives a cart, in place of a device's disk.
  public final class Kept: Sendable {
    struct Values {
      var id: String?
      var city: Int?
      var offer: CartOffer?
      var ordered: String?
      var changes: [SketchedChange] = []
      var count = 0
    }

    let values = Mutex(Values())

    /// Makes a device on which nothing was ever put into a cart.
    public init() {}
  }

  struct Memory {
    var state = CartState()
    var context: RequestContext?
    var view: CartView?
    var isAsked = false
    var isRunning = false
    var watchers: [AsyncStream<CartState>.Continuation] = []
    var news: AsyncStream<Void>.Continuation?
  }

  let server: CartServerDouble
  let kept: Kept
  let gate: Gate
  let memory = Mutex(Memory())

  /// Makes a cart; the same `kept` again is a restart of the app.
  public init(
    server: CartServerDouble = CartServerDouble(), kept: Kept = Kept(), gate: Gate = Gate()
  ) {
    self.server = server
    self.kept = kept
    self.gate = gate
    kept.values.withLock { values in
      for index in values.changes.indices { values.changes[index].mayBeApplied = true }
    }
  }

  /// How things stand.
  public var state: CartState { memory.withLock { $0.state } }

  /// How things stand, then the newest after each change.
  public func states() -> AsyncStream<CartState> {
    let (stream, watcher) = AsyncStream.makeStream(
      of: CartState.self, bufferingPolicy: .bufferingNewest(1))
    memory.withLock { memory in
      watcher.yield(memory.state)
      memory.watchers.append(watcher)
    }
    return stream
  }

  /// Sends what waits, one change after the other.
  public func run() async throws(CartError) {
    let (news, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    memory.withLock { memory in
      memory.news = bell
      memory.isRunning = true
    }
    tell()
    defer {
      memory.withLock { $0.isRunning = false }
      tell()
    }
    bell.yield()
    await withDiscardingTaskGroup { group in
      group.addTask { for await _ in self.gate.changes() { bell.yield() } }
      group.addTask { for await _ in news { await self.work() } }
    }
  }

  /// Goes to a city, leaving the cart of another one.
  public func enter(_ context: RequestContext) async throws(CartError) {
    memory.withLock { memory in
      memory.context = context
      memory.isAsked = false
    }
    let city = kept.values.withLock { $0.id == nil ? nil : $0.city }
    if let city, city != context.city { leave(.cityChanged(from: city)) }
    kept.values.withLock { $0.city = context.city }
    tell()
  }

  /// Forgets the offer.
  public func dismissOffer() async throws(CartError) {
    kept.values.withLock { $0.offer = nil }
    tell()
  }

  /// Asks the server for the cart.
  public func refresh() async throws(CartError) {
    guard !Task.isCancelled else { throw .cancelled }
    let (isRunning, context) = memory.withLock { ($0.isRunning, $0.context) }
    guard isRunning else { throw .notRunning }
    guard context != nil else { throw .noCity }
    guard gate.isOpen else { throw .unreachable("offline") }
    await ask()
    guard !Task.isCancelled else { throw .cancelled }
  }

  /// Sends a refused change again.
  public func retry(_ change: WaitingChange.ID) async throws(CartError) {
    try decide(change) { $0.refusal = nil }
  }

  /// Gives a change up.
  public func discard(_ change: WaitingChange.ID) async throws(CartError) {
    try decide(change) { $0.isGone = true }
    kept.values.withLock { $0.changes.removeAll(where: \.isGone) }
    tell()
  }

  private func decide(
    _ id: Int, _ body: (inout SketchedChange) -> Void
  ) throws(CartError) {
    guard !Task.isCancelled else { throw .cancelled }
    try kept.values.withLock { values throws(CartError) in
      guard let index = values.changes.firstIndex(where: { $0.id == id }) else {
        throw .unknownChange(id)
      }
      guard !values.changes[index].mayBeApplied else { throw .mayBeApplied(id) }
      body(&values.changes[index])
      values.changes[index].key = nil
    }
    tell()
  }

  /// Leaves the cart, with its lines offered again.
  func leave(_ reason: CartOffer.Reason?, ordered: String? = nil) {
    let lines = state.lines.filter { $0.kind == .chosen && $0.quantity > 0 }
    kept.values.withLock { values in
      values.id = nil
      values.changes = []
      values.ordered = ordered
      if let reason, !lines.isEmpty {
        values.offer = CartOffer(
          reason: reason, lines: lines.map { CartOffer.Line(item: $0.item, quantity: $0.quantity) })
      }
    }
    memory.withLock { $0.view = nil }
    tell()
  }

  /// Shows how things stand to all who watch.
  func tell() {
    memory.withLock { memory in
      let state = kept.values.withLock { sketch($0, memory) }
      guard state != memory.state else { return }
      memory.state = state
      for watcher in memory.watchers { watcher.yield(state) }
      memory.news?.yield()
    }
  }
}

/// A change of the cart in memory.
struct SketchedChange: Sendable {
  enum Wish: Sendable, Equatable {
    case line(CartItem, quantity: Int, added: Int?)
    case promo(String, isWanted: Bool)
    case fulfilment(CartFulfilment)
    case order(due: Int64, lines: [CartLine])
  }

  let id: Int
  let operation: String
  var wish: Wish
  var key: String?
  var mayBeApplied = false
  var refusal: String?
  var isGone = false
  /// Whether it made the line, which goes with it.
  var isNewLine = false
}
