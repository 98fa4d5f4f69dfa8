import Foundation
import Orders
import Pricing
import Sandbox
import Sync
import Testing

@testable import OrdersShowcase
@testable import ShowcaseKit

/// Tests of the orders' screen as a value, without a terminal.
struct OrdersScreenValueTests {
  private func order(_ id: String, steps: [OrderStep] = []) throws -> Order {
    let placed = Order(id, key: id, of: .snack, try #require(CurrencyCode(rawValue: "KZT")))
    return Order(
      id: id, city: placed.city, status: steps.last?.status ?? .created, steps: steps,
      fulfillment: placed.fulfillment, lines: placed.lines, totals: placed.totals)
  }

  private func screen(_ orders: [Order]) -> OrdersScreen {
    var screen = OrdersScreen()
    _ = screen.handle(.state(OrdersState(active: orders)))
    return screen
  }

  private func texts(of screen: OrdersScreen, columns: Int) -> [String] {
    screen.lines(in: Terminal.Size(columns: columns, rows: 40))
      .map { $0.rendered(columns: columns, colored: false).text }
      .map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") }
  }

  @Test func `each page of the history is requested once and added once`() throws {
    let page = OrderPage(orders: [try order("H-1")], next: OrderPage.Cursor(rawValue: "1"))
    let last = OrderPage(orders: [try order("H-2")])
    var screen = screen([])
    #expect(screen.handle(.key(.character("h"))) == .history(nil))
    #expect(screen.handle(.key(.enter)) == nil)
    _ = screen.handle(.page(page, after: nil))
    _ = screen.handle(.page(page, after: nil))
    #expect(screen.pages == [page])
    #expect(screen.handle(.key(.enter)) == .history(page.next))
    #expect(screen.handle(.key(.enter)) == nil)
    _ = screen.handle(.page(last, after: page.next))
    _ = screen.handle(.page(last, after: page.next))
    _ = screen.handle(.page(page, after: nil))
    #expect(screen.pages == [page, last])
    #expect(screen.handle(.key(.enter)) == nil)
  }

  @Test func `a history without pages is requested again with Enter`() {
    var screen = screen([])
    #expect(screen.handle(.key(.character("h"))) == .history(nil))
    _ = screen.handle(.notice("Not done: no network."))
    #expect(screen.handle(.key(.enter)) == .history(nil))
  }

  @Test(arguments: "npcadxuz") func `a key in the history changes no order`(key: Character) throws {
    var screen = screen([try order("N-1")])
    _ = screen.handle(.key(.character("h")))
    #expect(screen.handle(.key(.character(key))) == nil)
    #expect(!texts(of: screen, columns: 80).contains { $0.contains("n order") })
  }

  @Test(arguments: "czadxu") func `a key without an order names the keys that place one`(
    key: Character
  ) {
    var screen = screen([])
    #expect(screen.handle(.key(.character(key))) == nil)
    #expect(screen.notice == "There is no order: n or p places one.")
  }

  @Test func `a new order is selected, and no second cancellation is made`() throws {
    var screen = screen([try order("N-1")])
    _ = screen.handle(.state(OrdersState(active: [try order("N-2"), try order("N-1")])))
    #expect(screen.order?.id == "N-2")
    _ = screen.handle(
      .state(
        OrdersState(
          active: screen.orders,
          cancellations: [
            PendingCancellation(
              id: 7, order: "N-2", status: .failed(.rejected(.tooLate)), reason: .needsDecision)
          ])))
    #expect(screen.handle(.key(.character("c"))) == nil)
    #expect(texts(of: screen, columns: 80).contains { $0.contains("too late; z keeps the order") })
    #expect(screen.handle(.key(.character("z"))) == .discard(7))
    _ = screen.handle(.key(.down))
    #expect(screen.handle(.key(.character("z"))) == nil)
    #expect(screen.handle(.key(.character("c"))) == .cancel("N-1"))
  }

  @Test(arguments: [60, 80, 100]) func `a timeline is wrapped to the window`(columns: Int) throws {
    let statuses: [OrderStatus] = [.created, .confirmed, .inPreparation, .inTransit, .fulfilled]
    let steps = statuses.map { OrderStep($0, at: Date(timeIntervalSince1970: 0)) }
    let lines = texts(of: screen([try order("N-1", steps: steps)]), columns: columns)
    for status in statuses {
      #expect(lines.contains { $0.contains("● \(status.words) 00:00") })
    }
  }
}
