import Foundation
import Networking
import Orders
import Pricing
import ShowcaseKit
import Sync

extension OrdersScreen {
  /// Returns the lines of the screen in a window of this size.
  func lines(in size: Terminal.Size) -> [StyledLine] {
    let layout = ScreenLayout(
      size,
      header: """
        \("Orders", [.bold, .cyan])  \(clock, .bold)  \(isFetching ? fetch : "", .dim)  \
        \(troubles: troubles)
        """,
      status: isFetching ? "" : fetch, reports: reports, message: notice, keys: keys)
    if let pages { return layout.lines(history(pages), selected: historyRow + 1) }
    guard !orders.isEmpty else { return layout.lines([StyledLine("  No current order", .dim)]) }
    var body: [StyledLine] = []
    var line = 0
    for (index, order) in orders.enumerated() {
      if index == selected { line = body.count }
      body += card(order, isSelected: index == selected, columns: size.columns)
    }
    return layout.lines(body, selected: line)
  }

  /// The server's time as text, such as `09:05`.
  private var clock: String { time.map(\.clock) ?? "time unknown" }

  private var fetch: String { state.sync.fetch.words }
  private var isFetching: Bool { state.sync.fetch == .fetching }

  private func card(_ order: Order, isSelected: Bool, columns: Int) -> [StyledLine] {
    let sum = order.totals.due.text
    let method = order.fulfillment.method.words
    var lines = [
      StyledLine(
        row: "Order \(order.number), \(method), \(sum): \(order.status.words)",
        isSelected: isSelected, order.status.isFinal ? .dim : .bold)
    ]
    lines += timeline(order, columns: columns)
    if let progress = progress(order) {
      let bar = ProgressBar.text(progress.fraction, columns: min(40, columns - 30))
      lines.append("    \(bar, .green)  \(progress.text)")
    }
    if isSelected {
      lines += order.lines.flatMap { line in
        StyledLine.wrapped(
          "\(line.quantity) × \(line.name) \(line.variantName ?? "") "
            + line.details.joined(separator: ", "), .dim, columns: columns, indent: 4)
      }
      if !order.totalsAddUp {
        lines.append(StyledLine("    The sums do not add up; charged: \(sum)", .yellow))
      }
      let people = [
        order.unit.map { "Restaurant \($0.name)" }, order.courier.map { "Courier \($0.name)" },
        order.reason, order.refund.map { "Refund: \($0.status.rawValue)" },
      ].compactMap(\.self)
      if !people.isEmpty { lines.append(StyledLine("    " + people.joined(separator: ", "))) }
    }
    for cancellation in state.cancellations where cancellation.order == order.id {
      let reason = cancellation.reason
      let next = reason == .needsDecision ? "z keeps the order" : reason.words
      lines.append(
        StyledLine("    Cancellation: \(cancellation.status.words); \(next)", .yellow))
    }
    for problem in state.problems where problem.order == order.id {
      lines.append(StyledLine("    \(problem.kind.words)", .yellow))
    }
    return lines + [""]
  }

  /// Returns the statuses that the order has reached, with their times, wrapped to `columns`.
  ///
  /// If the order has not ended, an empty circle stands for its next status.
  private func timeline(_ order: Order, columns: Int) -> [StyledLine] {
    var parts = order.steps.enumerated().map { index, step -> (text: String, style: Style) in
      ("● \(step.status.words) \(step.time.clock)", index == order.steps.count - 1 ? .cyan : [])
    }
    if parts.isEmpty { parts.append(("○ waiting for the restaurant", .dim)) }
    if !order.status.isFinal { parts.append(("○", .dim)) }
    var lines: [StyledLine] = []
    var used = columns
    for part in parts {
      let width = DisplayWidth.of(part.text) + 3
      if used + width > columns {
        lines.append(lines.isEmpty ? "    " : "   \(" ─ ", .dim)")
        used = 3
      } else {
        lines[lines.count - 1].append(" ─ ", .dim)
      }
      lines[lines.count - 1].append(part.text, part.style)
      used += width
    }
    return lines
  }

  /// Returns how much of the waiting time for an order has elapsed, and the promised interval as text.
  ///
  /// The waiting time lasts from the placing of the order to the end of the promised interval. The
  /// fraction is `nil` if it cannot be computed, for example because the server's time is unknown.
  /// Returns `nil` if the order has ended or no interval is promised.
  private func progress(_ order: Order) -> (fraction: Double?, text: String)? {
    guard !order.status.isFinal, let promised = order.promised else { return nil }
    let interval = "between \(promised.from.clock) and \(promised.to.clock)"
    guard let time, let created = order.createdAt else { return (nil, interval) }
    let whole = promised.to.timeIntervalSince(created)
    let left = Int(promised.from.timeIntervalSince(time)) / 60
    let text = left > 0 ? "in \(left) min, \(interval)" : interval
    return (whole > 0 ? min(0.99, time.timeIntervalSince(created) / whole) : nil, text)
  }

  private func history(_ pages: [OrderPage]) -> [StyledLine] {
    let rows = pastOrders.enumerated().map { index, order in
      let names = order.lines.map(\.name).joined(separator: ", ")
      return StyledLine(
        row: "\(order.number), \(order.status.words): \(names)", isSelected: index == historyRow)
    }
    let end =
      if isLoading { "Loading" } else if let last = pages.last {
        last.next == nil ? "The end" : "Enter: more"
      } else { "Enter: load the history" }
    return [StyledLine("History", .bold)] + rows + [StyledLine(end, .dim)]
  }

  private var keys: [[String]] {
    let own =
      pages == nil
      ? [
        [
          "↑↓ select", "n order", "p order to pick up", "c cancel", "z keep the order",
          "Enter done", "h history", "^R refresh", "q quit",
        ],
        ["a next status", "d delay", "x reject", "u unknown status"],
      ] : [["↑↓ select", "Enter more", "Esc current orders", "^R refresh", "q quit"]]
    return own + [
      [
        "^O offline", "^A lose a response", "^F full disk", "^K kill", "^E events",
        "^L lagging replica",
      ]
    ]
  }
}

extension Money {
  /// The amount as people in Kazakhstan write it, because all sandbox prices are in tenge.
  fileprivate var text: String { Self.format?.string(self) ?? "\(minorUnits) \(currency)" }

  private static let format = CurrencyCode(rawValue: "KZT")
    .flatMap { Currency(code: $0, wireExponent: 2, displayDigits: 0, cashIncrement: 100) }
    .map { MoneyFormat($0, language: "en", region: "KZ") }
}
