import Commerce
import Networking
import Sync

/// The confirmed state of all carts of a user; an `OptimisticStore` applies the pending changes to it.
struct CartBase: Sendable, Equatable {
  /// The carts, at most one per city.
  var carts: [StoredCart] = []
  /// The items from ``ShoppingCart/relabel(with:)``, by line; their names replace the lines' own names.
  var labels: [CartLine.ID: CartItem] = [:]
  /// The ids of the displayed lines by city, in display order; those of ``StoredCart/order`` at a launch.
  var shown: [CityID: [CartLine.ID]] = [:]
  /// The ids of the carts that the server has sent in this process.
  var fetched: Set<String> = []

  subscript(city: CityID?) -> StoredCart? {
    get { carts.first { $0.id == city } }
    set {
      guard let newValue else { return }
      if let place = carts.firstIndex(where: { $0.id == newValue.id }) {
        carts[place] = newValue
      } else {
        carts.append(newValue)
      }
    }
  }

  /// Returns the index of a cart; `nil` if the cart has ended.
  private func index(of key: CartKey) -> Int? {
    carts.firstIndex { $0.key == key && $0.phase != .ended }
  }

  /// Returns the stored cart of a change; `nil` if the cart has ended.
  func cart(of change: CartChange) -> StoredCart? { index(of: change.cart).map { carts[$0] } }

  /// Returns the order in which the lines of a cart have been displayed.
  func order(of cart: StoredCart) -> [CartLine.ID] { shown[cart.id] ?? cart.order }

  // MARK: The life of a cart

  /// Returns the key of a city's cart; begins a cart if there is none.
  mutating func begin(in city: CityID, _ context: RequestContext?, makeID: () -> String) -> CartKey
  {
    let known = self[city]
    if var known, known.phase == .open {
      known.context = context ?? known.context
      self[city] = known
      return known.key
    }
    let key = CartKey(city: city, number: (known?.key.number ?? 0) + 1, id: makeID())
    begin(key, context, isUnfetched: false)
    return key
  }

  /// Makes a cart the one of its city; what was left by earlier carts stays.
  private mutating func begin(_ key: CartKey, _ context: RequestContext?, isUnfetched: Bool) {
    var next = StoredCart(key, in: context, isUnfetched: isUnfetched)
    if let known = self[key.city] {
      next.context = context ?? known.context
      (next.placed, next.setAside, next.imports) = (known.placed, known.setAside, known.imports)
    }
    self[key.city] = next
    shown[key.city] = nil
  }

  /// Stores each cart that only the pending changes know, because the app ended before it was stored.
  mutating func recover(from pending: [OutboxItem<CartChange>]) {
    for item in pending {
      guard let change = item.change, case let key = change.cart,
        key.number > self[key.city]?.key.number ?? -1
      else { continue }
      begin(key, change.context?.context(in: key.city), isUnfetched: true)
    }
  }

  /// Records that the server has accepted an order; the next change of the user begins a new cart.
  ///
  /// Has no effect if the order was already recorded.
  mutating func place(_ change: CartChange, as receipt: PlacedOrder.Receipt) {
    guard var order = change.order, var cart = self[change.cart.city],
      !cart.placed.contains(where: { $0.id == order.id })
    else { return }
    order.receipt = receipt
    order.isWithdrawn = cart.withdrawn == order.id
    cart.placed = cart.placed.suffix(CartLimits.placedOrders - 1) + [order]
    if cart.key == change.cart {
      cart.last = receipt
      cart.end()
    }
    self[cart.id] = cart
  }

  /// Sets the cart of a response, if it is the current one of its city.
  ///
  /// A fetched cart is always used. A cart from the response to a change is used only if its version is
  /// higher than the known one. If the versions are equal, the response may contain outdated prices: the
  /// response to a repeated change has the prices at the time of the first attempt.
  mutating func take(_ new: ServerCart, of key: CartKey, isFetched: Bool) {
    guard let index = index(of: key) else { return }
    if let known = carts[index].server {
      if !isFetched, known.version >= new.version { return }
      // The user has caused the prices of another fulfillment method.
      if let method = new.fulfillment?.method, method != known.fulfillment?.method {
        carts[index].accepted = Dictionary(new.lines.map { ($0.id, $0.price.unit) }) { $1 }
      }
    }
    carts[index].server = new
    confirm(key)
  }

  /// Records that all lines of a cart are known, for example none of one that the server does not have.
  mutating func confirm(_ key: CartKey) {
    guard let index = index(of: key) else { return }
    carts[index].isUnfetched = false
    fetched.insert(key.id)
  }

  /// Records that the server takes no more changes of a cart.
  mutating func close(_ key: CartKey) {
    if let index = index(of: key) { carts[index].phase = .closed }
  }
}

extension StoredCart {
  /// Ends the cart, which leaves the city without one.
  mutating func end() {
    (phase, server, order, accepted, withdrawn) = (.ended, nil, [], [:], nil)
    isUnfetched = false
  }

  /// Records that the lines of another user's cart have been added; the ids of the last 20 stay.
  mutating func noteImport(_ id: String) { imports = imports.suffix(19) + [id] }

  /// Adds the lines of a closed cart to those that the user can add again.
  mutating func setAside(_ lines: [OtherCart.Line]) {
    let new = Set(lines.map(\.item.line))
    setAside = (setAside.filter { !new.contains($0.item.line) } + lines).suffix(CartLimits.lines)
  }

  /// Adds the lines of another user's closed cart before the user's own, which count if there are too many.
  mutating func setAside(besides lines: [OtherCart.Line]) {
    let own = setAside
    setAside = lines
    setAside(own)
  }
}
