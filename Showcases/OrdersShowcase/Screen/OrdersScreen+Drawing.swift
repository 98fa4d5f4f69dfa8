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
        \("Orders", [.bold, .cyan])  \(clock, .bold)  \(state.sync.fetch.words, .dim)  \
        \(troubles: troubles)
        """,
      reports: reports, message: notice, keys: keys)
    if let pages { return layout.lines(history(pages), selected: .max) }
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
  private var clock: String { time.map(\.clock) ?? "the server's time is not known yet" }

  private func card(_ order: Order, isSelected: Bool, columns: Int) -> [StyledLine] {
    let sum = order.totals.due.text
    let method = order.fulfillment.method.words
    var lines = [
      StyledLine(
        row: "Order \(order.number), \(method), \(sum): \(order.status.words)",
        isSelected: isSelected, order.status.isFinal ? .dim : .bold),
      timeline(order),
    ]
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
      lines.append(
        StyledLine(
          "    Cancellation: \(cancellation.status.words), \(cancellation.reason.words)", .yellow))
    }
    for problem in state.problems where problem.order == order.id {
      lines.append(StyledLine("    \(problem.kind.words)", .yellow))
    }
    return lines + [""]
  }

  /// Returns the statuses that the order has reached, with their times.
  ///
  /// If the order has not ended, an empty circle stands for its next status.
  private func timeline(_ order: Order) -> StyledLine {
    var line: StyledLine = "    "
    for (index, step) in order.steps.enumerated() {
      if index > 0 { line.append(" ─ ", .dim) }
      let isLast = index == order.steps.count - 1
      line.append("● \(step.status.words) \(step.time.clock)", isLast ? .cyan : [])
    }
    if order.steps.isEmpty { line.append("○ waiting for the restaurant", .dim) }
    if !order.status.isFinal { line.append(" ─ ○", .dim) }
    return line
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
    let orders = pages.isEmpty ? state.history?.orders ?? [] : pages.flatMap(\.orders)
    let rows = orders.map { order in
      let names = order.lines.map(\.name).joined(separator: ", ")
      return StyledLine("  \(order.number), \(order.status.words): \(names)")
    }
    let end = pages.last.map { $0.next == nil ? "The end" : "Enter: more" } ?? ""
    return [StyledLine("History", .bold)] + rows + [StyledLine(end, .dim)]
  }

  private var keys: [[String]] {
    [
      [
        "n order", "p order to pick up", "c cancel", "z keep the order", "Enter done", "h history",
        "^R refresh", "q quit",
      ],
      ["a next status", "d delay", "x reject", "u unknown status"],
      [
        "^O offline", "^A lose a response", "^F full disk", "^K kill", "^E events",
        "^L lagging replica",
      ],
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
