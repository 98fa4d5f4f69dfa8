import Foundation
import Orders
import ShowcaseKit
import Sync

/// An event that ``OrdersScreen`` handles, such as a pressed key or a new state of the orders.
enum OrdersEvent: ScreenEvent {
  case key(Key)
  case state(OrdersState)
  case time(Date?)
  case page(OrderPage)
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
  private(set) var notice = ""
  private(set) var reports: [String] = []
  private(set) var selected = 0

  /// The active orders, then the ended orders that the user has not acknowledged.
  var orders: [Order] { state.active + state.finished }
  /// The selected order; `nil` if no order is listed.
  var order: Order? { orders.indices.contains(selected) ? orders[selected] : nil }

  mutating func handle(_ event: OrdersEvent) -> OrdersCommand? {
    switch event {
    case .key(.resize): break
    case .key(let key): return press(key)
    case .state(let new):
      let id = order?.id
      state = new
      selected = orders.firstIndex { $0.id == id } ?? min(selected, max(0, orders.count - 1))
    case .time(let time): self.time = time
    case .page(let page): pages?.append(page)
    case .notice(let text): notice = text
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
    case .character("n"): return .place(isDelivery: true)
    case .character("p"): return .place(isDelivery: false)
    case .character("h") where pages == nil:
      pages = []
      return .history(nil)
    case .character("h"), .escape: pages = nil
    case .enter, .down:
      if let pages {
        return pages.last?.next.map { .history($0) }
      }
      if key == .down {
        selected = min(selected + 1, max(0, orders.count - 1))
      } else if let order, order.status.isFinal {
        return .acknowledge(order.id)
      }
    case .up: selected = max(0, selected - 1)
    case .character("c"): return order.map { .cancel($0.id) }
    case .character("z"):
      return state.cancellations.first(where: \.status.isFailed).map { .discard($0.id) }
    case .character("a"): return order.map { .kitchen(.advance, $0.id) }
    case .character("d"): return order.map { .kitchen(.delay, $0.id) }
    case .character("x"): return order.map { .kitchen(.reject, $0.id) }
    case .character("u"): return order.map { .kitchen(.unknownStatus, $0.id) }
    default: break
    }
    return nil
  }
}
