import Cart
import Networking
import Pricing
import ShowcaseKit
import Sync

extension CartScreen {
  /// Returns the lines of the screen in a window of this size.
  func lines(in size: Terminal.Size) -> [StyledLine] {
    let footer = footer
    let room = max(1, size.rows - footer.count)
    let body =
      header + StyledLine.reports(reports, columns: size.columns) + menu + cart
    return Array(body.prefix(room))
      + Array(repeating: "", count: max(0, room - body.count)) + footer
  }

  private var header: [StyledLine] {
    let city = state.city == Catalog.astana.city ? "Astana" : "Almaty"
    let fetch =
      switch state.sync.fetch {
      case .idle: ""
      case .fetching: "asking the server"
      case .failed(let failure): "not reached: \(failure.words)"
      case .closed, .notRunning: "not asked"
      }
    let trouble = troubles.map { "[\($0)]" }.joined(separator: " ")
    return ["\("Cart", [.bold, .cyan])  \(city, .bold)  \(fetch, .dim)  \(trouble, .red)", ""]
  }

  private var menu: [StyledLine] {
    catalog.enumerated().map { index, item in
      let name = ([item.name, item.variantName] + item.details).compactMap(\.self)
        .joined(separator: ", ")
      let text = DisplayWidth.fit(name, to: 42) + " " + Catalog.format.string(item.unitPrice)
      return index == selected ? "\("› \(text)", .inverse)" : "  \(text)"
    } + [""]
  }

  private var cart: [StyledLine] {
    let rows = state.lines.enumerated().map { index, line -> StyledLine in
      let text = CartPage.row(line)
      if index + catalog.count == selected { return "\("› \(text)", .inverse)" }
      return switch line.status {
      case .confirmed where line.problems.isEmpty: "  \(text)"
      case .failed: "  \(text, .red)"
      case .confirmed, .pending, .maybeApplied: "  \(text, .yellow)"
      }
    }
    let below = CartPage.below(state).map { StyledLine("  \($0)", .dim) }
    return (rows.isEmpty ? ["  The cart is empty"] : rows) + [""] + below
  }

  private var footer: [StyledLine] {
    let prompt: StyledLine =
      code.map { "Promo code: \($0, .bold)\("▏", .cyan)" } ?? StyledLine(notice, .yellow)
    return [
      prompt,
      StyledLine(
        "↑↓ Tab select  Enter + - ⌫ quantity  a accept price  p code  u no code  d delivery  o order",
        .dim),
      StyledLine("r retry  z give up  x dismiss abandoned  ^R ask the server  q leave", .dim),
      StyledLine(
        "^O offline  ^A lose an answer  ^F full disk  ^K kill  ^T city  ^E other device  ^P price"
          + "  ^X sold out", .dim),
    ]
  }
}
