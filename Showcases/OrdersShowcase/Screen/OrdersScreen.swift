import Foundation
import Orders
import ShowcaseKit
import Sync

/// An event that ``OrdersScreen`` handles, such as a pressed key or a new state of the orders.
enum OrdersEvent: ScreenEvent {
  case key(Key)
  case state(OrdersState)
  case time(Date?)
  /// A page of the history, and the cursor with which it was requested.
  case page(OrderPage, after: OrderPage.Cursor?)
  case notice(String)
  case reports([String])
}

/// An action that ``OrdersScreen`` requests and ``OrdersDemo`` performs.
enum OrdersCommand: DeviceCommand, Sendable {
  case place(isDelivery: Bool)
  case cancel(Order.ID)
  case acknowledge(Order.ID)
  case discard(Int)
  case history(OrderPage.Cursor?)
  case refresh
  case kitchen(Kitchen, Order.ID)
  case device(DeviceTrouble)
  case sandbox(OrdersTrouble)
  case leave
}

/// An event in the restaurant's kitchen that the user of the showcase causes with a key.
enum Kitchen: Sendable, Equatable { case advance, delay, reject, unknownStatus }

/// A fault at the sandbox server that the user of the showcase causes with a key.
enum OrdersTrouble: Sendable, Equatable { case events, lag }

/// The content of the full-screen showcase, as a value.
///
/// ``handle(_:)`` applies an event, and may return a command for ``OrdersDemo``. ``lines(in:)``
/// draws the content.
struct OrdersScreen: Screen {
  var state = OrdersState()
  /// The server's time; `nil` before the server's first response.
  var time: Date?
  /// The names of the faults that the user has switched on, such as `offline`.
  var troubles: [String] = []
  /// The loaded pages of the order history; `nil` while the current orders are shown.
  private(set) var pages: [OrderPage]?
  /// Whether a request for a page of the history is pending.
  private(set) var isLoading = false
  /// The index of the selected order in the history.
  private(set) var historyRow = 0
  private(set) var notice = ""
  private(set) var reports: [String] = []
  private(set) var selected = 0

  /// The active orders, then the ended orders that the user has not acknowledged.
  var orders: [Order] { state.active + state.finished }
  /// The orders of the loaded history pages, or of the stored first page if no page is loaded.
  var pastOrders: [Order] {
    pages?.isEmpty == false
      ? pages?.flatMap(\.orders) ?? [] : state.history?.orders ?? []
  }
  /// The selected order; `nil` if no order is listed.
  var order: Order? { orders.indices.contains(selected) ? orders[selected] : nil }

  mutating func handle(_ event: OrdersEvent) -> OrdersCommand? {
    switch event {
    case .key(.resize): break
    case .key(let key): return press(key)
    case .state(let new):
      // A new order is selected; it is the first one. Otherwise the selected order stays selected.
      let placed = new.active.first.flatMap { state.order($0.id) == nil ? $0.id : nil }
      let id = placed ?? order?.id
      state = new
      selected = orders.firstIndex { $0.id == id } ?? min(selected, max(0, orders.count - 1))
    case .time(let time): self.time = time
    case .page(let page, let cursor): add(page, after: cursor)
    case .notice(let text):
      notice = text
      isLoading = false
    case .reports(let sentences): reports = sentences
    }
    return nil
  }

  private mutating func press(_ key: Key) -> OrdersCommand? {
    notice = ""
    if let trouble = DeviceTrouble(key) { return .device(trouble) }
    switch key {
    case .character("q"), .control("c"): return .leave
    case .control("e"): return .sandbox(.events)
    case .control("l"): return .sandbox(.lag)
    case .control("r"): return .refresh
    default:
      if let pages { return browse(key, pages) }
      return pressInList(key)
    }
  }

  private mutating func pressInList(_ key: Key) -> OrdersCommand? {
    switch key {
    case .character("n"): return .place(isDelivery: true)
    case .character("p"): return .place(isDelivery: false)
    case .character("h"):
      pages = []
      historyRow = 0
      return load(after: nil)
    case .up: selected = max(0, selected - 1)
    case .down: selected = min(selected + 1, max(0, orders.count - 1))
    default:
      guard let order else {
        if key == .enter || "czadxu".contains(where: { key == .character($0) }) {
          notice = "There is no order: n or p places one."
        }
        return nil
      }
      return press(key, on: order)
    }
    return nil
  }

  private mutating func press(_ key: Key, on order: Order) -> OrdersCommand? {
    let cancellation = state.cancellations.first { $0.order == order.id }
    switch key {
    case .enter where order.status.isFinal: return .acknowledge(order.id)
    case .enter: notice = "The order has not ended yet."
    case .character("c"):
      guard let cancellation else { return .cancel(order.id) }
      notice =
        cancellation.status.isFailed
        ? "The cancellation was rejected: z keeps the order."
        : "The order is already being canceled."
    case .character("z"):
      if let cancellation, cancellation.status.isFailed { return .discard(cancellation.id) }
      notice = "No cancellation of this order was rejected."
    case .character("a"): return .kitchen(.advance, order.id)
    case .character("d"): return .kitchen(.delay, order.id)
    case .character("x"): return .kitchen(.reject, order.id)
    case .character("u"): return .kitchen(.unknownStatus, order.id)
    default: break
    }
    return nil
  }

  private mutating func browse(_ key: Key, _ pages: [OrderPage]) -> OrdersCommand? {
    switch key {
    case .character("h"), .escape: self.pages = nil
    case .up: historyRow = max(0, historyRow - 1)
    case .down: historyRow = min(historyRow + 1, max(0, pastOrders.count - 1))
    case .enter where pages.isEmpty: return load(after: nil)
    case .enter: return pages.last?.next.flatMap { load(after: $0) }
    default: break
    }
    return nil
  }

  /// Requests a page of the history, unless one is already requested.
  private mutating func load(after cursor: OrderPage.Cursor?) -> OrdersCommand? {
    guard !isLoading else { return nil }
    isLoading = true
    return .history(cursor)
  }

  /// Adds a page that follows the loaded pages; ignores any other page, such as a repeated one.
  private mutating func add(_ page: OrderPage, after cursor: OrderPage.Cursor?) {
    isLoading = false
    guard let pages, cursor == pages.last?.next, pages.isEmpty == (cursor == nil) else { return }
    if !pages.isEmpty { historyRow = pastOrders.count }
    self.pages = pages + [page]
  }
}
