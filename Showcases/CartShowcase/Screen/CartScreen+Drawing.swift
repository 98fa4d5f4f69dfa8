import Cart
import Networking
import Pricing
import ShowcaseKit
import Sync

extension CartScreen {
  /// Returns the lines of the screen in a window of this size.
  func lines(in size: Terminal.Size) -> [StyledLine] {
    let layout = ScreenLayout(
      size, header: header, reports: reports, message: notice,
      input: code.map { "Promo code (TENTH, FEAST, COLA, SUMMER): \($0, .bold)\("▏", .cyan)" },
      keys: Self.keys)
    let isInCart = selected >= catalog.count
    return layout.lines(
      menu + [""] + cart(columns: size.columns), selected: selected + (isInCart ? 1 : 0))
  }

  private var header: StyledLine {
    let city = Catalog.name(of: state.city)
    return
      "\("Cart", [.bold, .cyan])  \(city, .bold)  \(state.sync.fetch.words, .dim)  \(troubles: troubles)"
  }

  private var menu: [StyledLine] {
    catalog.enumerated().map { index, item in
      let name = ([item.name, item.variantName] + item.details).compactMap(\.self)
        .joined(separator: ", ")
      let text = DisplayWidth.fit(name, to: 42) + " " + Catalog.format.string(item.unitPrice)
      return StyledLine(row: text, isSelected: index == selected)
    }
  }

  private func cart(columns: Int) -> [StyledLine] {
    let rows = state.lines.enumerated().map { index, line -> StyledLine in
      let style: Style =
        switch line.status {
        case .confirmed where line.problems.isEmpty: []
        case .failed: .red
        case .confirmed, .pending, .maybeApplied: .yellow
        }
      return StyledLine(
        row: CartPage.row(line), isSelected: index + catalog.count == selected, style)
    }
    let below = CartPage.below(state).flatMap {
      StyledLine.wrapped($0, .dim, columns: columns, indent: 2)
    }
    return (rows.isEmpty ? ["  The cart is empty: Enter adds the selected item."] : rows) + [""]
      + below
  }

  private static let keys = [
    [
      "↑↓ select", "Tab menu or cart", "Enter add", "+ more", "- fewer", "⌫ remove",
      "a accept price", "p promo code", "u remove code", "d delivery or pickup", "o order",
      "r retry", "z discard", "x dismiss abandoned", "^R refresh", "q quit",
    ],
    [
      "^O offline", "^A lose a response", "^F full disk", "^K kill", "^T other city",
      "^E add on another device", "^P raise a price", "^X sell out",
    ],
  ]
}
