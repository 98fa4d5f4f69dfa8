import Addresses
import Cart
import Menu
import Networking
import Orders
import Storage
import Sync

/// An observer that passes changes between a user's cart and the other features.
///
/// - The lines of the cart show the names of the current menu.
/// - The menu uses the fulfillment method of the cart.
/// - When the server has a new address, a pending choice of this address for the cart is sent at once.
/// - The order tracker stores each placed order.
/// - If the server rejects an order, the cart is fetched again.
struct CartFollower {
  private let user: FoodAppUser
  private let menu: any MenuCatalog

  init(_ user: FoodAppUser, _ menu: any MenuCatalog) {
    self.user = user
    self.menu = menu
  }

  /// Observes the menu and the user's features, and passes their changes on until the task is canceled.
  func run() async {
    let (changes, change) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    await withDiscardingTaskGroup { group in
      group.addTask { for await _ in menu.states() { change.yield() } }
      group.addTask { for await _ in user.cart.states() { change.yield() } }
      group.addTask { for await _ in user.addresses.states() { change.yield() } }
      group.addTask { for await _ in user.orders.states() { change.yield() } }
      var labels = CartLabels()
      var method: FulfillmentMethod?
      var sent: Set<PendingCartChange.ID> = []
      var refused: Set<PendingCartChange.ID> = []
      for await _ in changes {
        let cart = user.cart.state
        if let chosen = cart.fulfillment?.method, chosen != method {
          method = chosen
          await menu.setFulfillment(chosen)
        }
        await send(cart.pending, besides: &sent)
        for change in cart.pending where change.subject == .order && change.status.isFailed {
          guard refused.insert(change.id).inserted else { continue }
          // After the fetch, the lines of the cart show why the order was rejected. A failure of the
          // fetch is in the cart's state.
          group.addTask { do { try await user.cart.refresh() } catch {} }
        }
        await handOver(cart.placedOrders)
        guard let items = labels.update(cart.lines, from: menu.state) else { continue }
        // The call fails if the cart cannot be read; the cart then shows no lines.
        do { try await user.cart.relabel(with: items) } catch {}
      }
    }
  }

  /// Sends a pending choice of the delivery address at once, if the server now has this address.
  ///
  /// Without this call, the choice would wait until its retry delay has passed. `pending` contains the
  /// cart's pending changes. `sent` contains the ids of the changes that this function has already
  /// sent.
  private func send(
    _ pending: [PendingCartChange], besides sent: inout Set<PendingCartChange.ID>
  ) async {
    for change in pending where !sent.contains(change.id) {
      guard case .fulfillment(let fulfillment) = change.subject, fulfillment.localAddress != nil,
        case .backoff = change.reason, user.addresses.place(of: fulfillment) != nil
      else { continue }
      sent.insert(change.id)
      // An error is ignored: the change was already sent or discarded, or it is sent after its delay.
      do { try await user.cart.retry(change.id) } catch {}
    }
  }
}

extension CartFollower {
  /// Passes placed orders to the order tracker.
  ///
  /// When the tracker has stored an order, the order is removed from the cart.
  ///
  /// A failed attempt is repeated after the next update of the menu, the cart, the addresses or the
  /// orders.
  private func handOver(_ placed: [PlacedOrder]) async {
    for placed in placed {
      guard let order = Order(placed) else { continue }
      do {
        if case .failed = try await user.orders.track(order) { continue }
        try await user.cart.acknowledge(placed.id)
      } catch {
        // The order stays in the cart until a later attempt succeeds.
      }
    }
  }
}

/// The items of the current menu that provide the names for the lines of a cart.
struct CartLabels {
  private var menu: MenuSnapshot?
  private var items: [CartLine.ID: CartItem] = [:]

  /// Returns an item with the menu's names for each cart line whose product is in the menu.
  ///
  /// Returns `nil` if all these lines already show the menu's names, or if no menu is known.
  mutating func update(_ lines: [CartLine], from state: MenuState) -> [CartItem]? {
    guard let menu = state.menu, let city = state.scope?.city else { return nil }
    if self.menu != menu { (self.menu, items) = (menu, [:]) }
    let shown = lines.filter { $0.item.city == city }
    for line in shown where items[line.id] == nil { items[line.id] = Self.item(of: line, in: menu) }
    let isNamed = shown.allSatisfy { line in
      items[line.id].map { $0.hasNames(of: line.item) } ?? true
    }
    return isNamed ? nil : shown.compactMap { items[$0.id] }
  }

  private static func item(of line: CartLine, in menu: MenuSnapshot) -> CartItem? {
    let configuration = line.item.configuration
    guard let selection = MenuSelection(configuration, in: menu),
      let ordered = menu.ordered(selection)
    else { return nil }
    let item = CartItem(ordered, in: menu, of: line.item.city)
    return item.configuration == configuration ? item : nil
  }
}

extension CartItem {
  fileprivate func hasNames(of other: CartItem) -> Bool {
    name == other.name && variantName == other.variantName && details == other.details
      && image == other.image
  }
}
