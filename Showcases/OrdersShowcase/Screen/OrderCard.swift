import Commerce
import Foundation
import Orders
import ShowcaseKit
import Sync

/// An order as a row, with its history and what is known about its end.
struct OrderCard {
  let order: Order
  let state: OrdersState
  /// The server's time; `nil` before the server's first response.
  let time: Date?

  @MainActor var row: Screen.Row {
    let sum = order.totals.due.text
    let title = "Order \(order.number), \(order.fulfillment.method.words), \(sum)"
    return Screen.Row(
      "\(title): \(order.status.words)", tone: order.hasEnded ? .faint : .strong,
      lines: [timeline] + [promise].compactMap(\.self) + details + troubles)
  }

  /// The statuses that the order has reached, with their times; an empty circle stands for the next.
  private var timeline: Line {
    var parts = order.steps.map { "● \($0.status.words) \($0.time.clock)" }
    if parts.isEmpty { parts = ["○ waiting for the restaurant"] }
    return Line((parts + (order.hasEnded ? [] : ["○"])).joined(separator: " ─ "))
  }

  /// The promised interval, with a bar for the part of the waiting time that has passed.
  private var promise: Line? {
    guard !order.hasEnded, let promised = order.promised else { return nil }
    let interval = "between \(promised.from.clock) and \(promised.to.clock)"
    guard let time, let created = order.createdAt else { return Line(interval) }
    let whole = promised.to.timeIntervalSince(created)
    let left = Int(promised.from.timeIntervalSince(time)) / 60
    let done = whole > 0 ? min(0.99, time.timeIntervalSince(created) / whole) : nil
    let text = left > 0 ? "in \(left) min, \(interval)" : interval
    return "\(ProgressBar.text(done, columns: 30), .good)  \(text)"
  }

  private var details: [Line] {
    let items = order.lines.map { line in
      "\(line.quantity) × \(line.name) \(line.variantName ?? "") "
        + line.details.joined(separator: ", ")
    }
    let people = [
      order.restaurant.map { "Restaurant \($0.name)" },
      // After the end of an order, no courier is on the way.
      order.hasEnded ? nil : order.courier.map { "Courier \($0.name)" },
      order.reason, order.refund.map { "Refund: \($0.status.rawValue)" },
    ]
    let list = people.compactMap(\.self).joined(separator: ", ")
    return items.map { Line($0, .faint) } + (list.isEmpty ? [] : [Line(list)])
  }

  private var troubles: [Line] {
    let sums =
      order.totalsAddUp ? [] : ["The sums do not add up; charged: \(order.totals.due.text)"]
    let cancellations = state.cancellations.filter { $0.order == order.id }.map { change in
      let next = change.reason == .needsDecision ? "z keeps the order" : change.reason.words
      return "Cancellation: \(change.status.words); \(next)"
    }
    let problems = state.problems.filter { $0.order == order.id }.map(\.kind.words)
    return (sums + cancellations + problems).map { Line($0, .pending) }
  }
}
