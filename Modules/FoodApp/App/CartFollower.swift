import Addresses
import Cart
import Menu
import Networking
import Orders
import Storage
import Sync

/// Passes changes between a user's cart and the other features.
///
/// The lines of the cart get the names of the menu, and the menu gets the cart's fulfillment method. When
/// the server has a new address, the cart's delivery to it is sent at once. A placed order is passed to
/// the order tracker. If the server refuses an order, the cart is fetched again.
struct CartFollower {
  private let user: FoodAppUser
  private let menu: any MenuCatalog

  init(_ user: FoodAppUser, _ menu: any MenuCatalog) {
    self.user = user
    self.menu = menu
  }

  /// Observes the menu and the user's features, and passes their changes on, until the task is canceled.
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
          // After the fetch, the lines show the problems for which the order was refused. The cart's
          // state shows a failure.
          group.addTask { do { try await user.cart.refresh() } catch {} }
        }
        await handOver(cart.placedOrders)
        guard let items = labels.update(cart.lines, from: menu.state) else { continue }
        // If the cart cannot be read, it shows no lines.
        do { try await user.cart.relabel(with: items) } catch {}
      }
    }
  }

  /// Sends a change of the fulfillment at once when the server has its address, instead of after its
  /// delay.
  private func send(
    _ pending: [PendingCartChange], besides sent: inout Set<PendingCartChange.ID>
  ) async {
    for change in pending where !sent.contains(change.id) {
      guard case .fulfillment(let fulfillment) = change.subject, fulfillment.localAddress != nil,
        case .backoff = change.reason, user.addresses.place(of: fulfillment) != nil
      else { continue }
      sent.insert(change.id)
      // If the call fails, the change was sent or discarded meanwhile, or is sent after its delay.
      do { try await user.cart.retry(change.id) } catch {}
    }
  }
}

extension CartFollower {
  /// Passes placed orders to the order tracker, and acknowledges those that it has stored.
  ///
  /// A failed attempt is repeated after the next change of a feature.
  private func handOver(_ placed: [PlacedOrder]) async {
    for placed in placed {
      guard let order = Order(placed) else { continue }
      do {
        if case .failed = try await user.orders.take(order) { continue }
        try await user.cart.acknowledge(placed.id)
      } catch {
        // The order stays in the cart, because the order tracker cannot store it now.
      }
    }
  }
}

/// The current menu's items for the lines of a cart.
struct CartLabels {
  private var menu: MenuSnapshot?
  private var items: [CartLine.ID: CartItem] = [:]

  /// Returns the items whose names the lines should show; `nil` if the lines show them already.
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
