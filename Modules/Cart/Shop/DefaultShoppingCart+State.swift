import Networking
import Pricing
import Storage
import Sync

extension DefaultShoppingCart {
  /// How things stand: a function of what is kept, what the server has and what waits.
  func makeState() -> CartState {
    var state = CartState()
    state.id = kept?.id
    state.city = context?.city ?? kept?.city
    state.offer = kept?.offer
    state.fetch = fetchState
    state.isRecovered = isRecovered
    let queue = replayed ?? replayedAnew()
    replayed = queue
    state.waiting = queue.waiting
    state.order = orderState(queue.order)
    let replay = queue.replay
    state.lines = replay.arrangedLines
    state.promos = replay.promos
    state.fulfilment = replay.fulfilment
    guard let currency = serverCart?.currency ?? replay.lines.first?.price.unit.currency,
      !replay.lines.isEmpty
    else { return state }
    let wasDoubted = serverCart?.problems.contains(.sumsDiffer) ?? true
    let totals = CartTotals(
      replay.lines, fees: serverCart?.fees ?? [], in: currency,
      isEstimate: replay.isAhead || wasDoubted)
    state.totals = totals
    state.problems = serverCart.map { $0.problems(of: totals) } ?? []
    return state
  }

  /// The server's cart, unless it is one that was left.
  var serverCart: ServerCart? {
    guard let cart = snapshot?.value ?? nil, cart.id == kept?.id else { return nil }
    return cart
  }

  /// Whether what is not shown is not there; offline after a restart nobody knows.
  var isCartKnown: Bool { kept?.id == nil || isNew || serverCart != nil }

  /// All that waits on top of what the server has.
  func replayedAnew() -> ReplayedQueue {
    let id = kept?.id
    return ReplayedQueue(
      serverCart, items.filter { $0.change.map { !isLeft($0.cart) } ?? true }, of: id,
      underWay: underWay.filter { $0.cart == id }, order: kept?.order ?? [],
      isCityless: context == nil)
  }

  private func orderState(_ order: CartMark?) -> OrderState {
    let isComing = underWay.contains { change in
      if case .order = change.wish { change.cart == kept?.id } else { false }
    }
    if isComing { return .waiting(.pending) }
    guard let order else { return kept?.ordered.map(OrderState.placed) ?? .open }
    if case .failed(let reason) = order { return .refused(reason) }
    return .waiting(order)
  }

  private var fetchState: CartFetch {
    guard isRunning else { return .notRunning }
    return switch snapshot?.fetch {
    case nil, .idle: .idle
    // The source runs once there is a city.
    case .notRunning where context == nil: .closed([.noCity])
    case .notRunning, .fetching: .fetching
    case .failed(let reason): .failed(reason)
    case .closed(let reasons): .closed(reasons)
    }
  }
}

extension ServerCart {
  /// What stands against an order of these totals.
  fileprivate func problems(of totals: CartTotals) -> [CartProblem] {
    let ordered = totals.items.minorUnits - totals.discount.minorUnits
    guard ordered < minimum.minorUnits else { return problems }
    let missing = minimum.minorUnits - ordered
    return [.belowMinimum(minimum, missing: .init(missing, currency))] + problems
  }
}
