import Addresses
import Cart
import Commerce
import Menu
import Orders
import Sync

/// An observer that passes changes between a user's cart and the other features.
///
/// While ``run()`` runs:
/// - The lines of the cart show the names of the current menu.
/// - The menu uses the fulfillment method of the cart.
/// - If the user has chosen an address that the server does not have yet, the cart sends this choice as
///   soon as the server has the address.
/// - The order tracker stores each order that the user places with the cart.
struct CartFollower {
  let user: FoodAppUser
  let menu: any MenuCatalog

  /// Passes changes between the cart, the menu and the other features until the task is canceled.
  func run() async {
    let (changes, change) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    await withDiscardingTaskGroup { group in
      group.addTask { for await _ in menu.states() { change.yield() } }
      group.addTask { for await _ in user.cart.states() { change.yield() } }
      group.addTask { for await _ in user.addresses.states() { change.yield() } }
      group.addTask { for await _ in user.orders.states() { change.yield() } }
      var labels = CartLabels()
      var id = user.cart.state.id
      var method: FulfillmentMethod?
      var retried: Set<PendingCartChange.ID> = []
      for await _ in changes {
        let cart = user.cart.state
        if cart.id != id || cart.fulfillment?.method != method {
          (id, method) = (cart.id, cart.fulfillment?.method)
          if let method { await menu.setFulfillment(method) }
        }
        await retryDelayedAddresses(in: cart.pending, except: &retried)
        await handOver(cart.placedOrders)
        guard let items = labels.update(cart.lines, from: menu.state) else { continue }
        // An error means that the stored cart cannot be read. The error is ignored, because then there
        // are no lines to relabel.
        do { try await user.cart.relabel(with: items) } catch {}
      }
    }
  }

  /// Sends a pending choice of a delivery address at once if the retry delay has become pointless.
  ///
  /// The cart delays a choice while the server does not have the address. This call sends a delayed
  /// choice if the server now has the address, or if the address was removed.
  ///
  /// `pending` contains the cart's pending changes. `retried` contains the ids of the choices that earlier
  /// calls of this function have sent; these choices are skipped.
  private func retryDelayedAddresses(
    in pending: [PendingCartChange], except retried: inout Set<PendingCartChange.ID>
  ) async {
    for change in pending where !retried.contains(change.id) {
      guard case .fulfillment(let fulfillment) = change.subject, fulfillment.localAddress != nil,
        case .backoff = change.reason, user.addresses.place(of: fulfillment) != .pending
      else { continue }
      retried.insert(change.id)
      // An error is ignored. The cart may have sent or discarded the choice meanwhile. Otherwise the
      // cart sends the choice after the retry delay.
      do { try await user.cart.retry(change.id) } catch {}
    }
  }
}

extension CartFollower {
  /// Passes placed orders to the order tracker.
  ///
  /// When the tracker has stored an order, the order is removed from the cart. If the tracker cannot
  /// store the order, the order stays in the cart. ``run()`` passes the order to the tracker again after
  /// the next change of the menu, the cart, the addresses or the tracked orders.
  private func handOver(_ orders: [PlacedOrder]) async {
    for placed in orders {
      guard let order = Order(placed) else { continue }
      do {
        try await user.orders.track(order)
        // The user may have withdrawn the order meanwhile. One that cannot be canceled any more is shown with
        // its status.
        let current = user.cart.state.placedOrders.first { $0.id == placed.id } ?? placed
        if current.isWithdrawn { do { try await user.orders.cancel(order.id) } catch {} }
        guard user.orders.state.sync.isDurable else { continue }
        try await user.cart.acknowledge(placed.id)
      } catch {
        // The order stays in the cart, and a later call passes it to the tracker again.
      }
    }
  }
}

/// A cache of menu items, which provide the names and prices that the lines of a cart show.
struct CartLabels {
  private var menu: MenuSnapshot?
  private var items: [CartLine.ID: CartItem] = [:]
  private var last: [CartItem] = []

  /// Returns the items for the lines of a cart, with the names and prices of the current menu.
  ///
  /// The result contains an item for each line whose product is in the menu. The result is `nil` if it
  /// equals the last one, or if `state` has no menu.
  mutating func update(_ lines: [CartLine], from state: MenuState) -> [CartItem]? {
    guard let menu = state.menu, let city = state.scope?.city else { return nil }
    if self.menu != menu { (self.menu, items) = (menu, [:]) }
    let shown = lines.filter { $0.item.city == city }
    for line in shown where items[line.id] == nil { items[line.id] = Self.item(of: line, in: menu) }
    let labels = shown.compactMap { items[$0.id] }
    guard labels != last else { return nil }
    last = labels
    return labels
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
