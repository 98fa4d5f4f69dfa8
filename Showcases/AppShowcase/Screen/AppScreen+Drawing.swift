import Addresses
import Cart
import Cities
import FoodApp
import Menu
import OrderRating
import Orders
import Profile
import ShowcaseKit
import Sync

extension AppScreen {
  /// Returns the lines of the screen in a window of this size.
  func lines(in size: Terminal.Size) -> [StyledLine] {
    let layout = ScreenLayout(
      size, header: header, status: view.status, reports: reports, message: notice, input: input,
      keys: keys)
    let (body, selected) = body
    return layout.lines(body, selected: selected)
  }

  private var header: StyledLine {
    var line = StyledLine()
    for page in Page.allCases {
      line.append(
        page == self.page ? "[\(page.rawValue)]" : " \(page.rawValue) ",
        page == self.page ? [.bold, .cyan] : .dim)
    }
    let city = view.cities.currentCity?.name ?? "no city"
    line.append("  \(city), \(AppPage.who(view.session))", .bold)
    line.append(troubles.map { "  [\($0)]" }.joined(), .red)
    return line
  }

  private var input: StyledLine? {
    guard let typed else { return nil }
    let label =
      switch page {
      case .city: "City"
      case .account: view.session.code == nil ? "Mobile number" : "Code"
      case .cart, .menu, .addresses, .orders, .rating: "Promo code"
      }
    return "\(label): \(typed, .bold)\("▏", .cyan)"
  }

  private var body: (lines: [StyledLine], selected: Int) {
    if let form { return (formRows(form), row) }
    if let selection, let menu = view.orderable { return configurator(selection, menu) }
    switch page {
    case .city: return (list(cities.map { "\($0.name)  \($0.region ?? "")" }), selected)
    case .menu: return menuRows
    case .cart:
      let below = AppPage.below(view.cart).map { StyledLine("  \($0)", .dim) }
      let rows = view.cart.lines.enumerated().map { number, line in
        let style: Style =
          switch line.status {
          case .confirmed: []
          case .pending, .maybeApplied: .yellow
          case .failed: .red
          }
        return StyledLine(row: AppPage.row(line), isSelected: number == selected, style)
      }
      return ((rows.isEmpty ? ["  The cart is empty."] : rows) + [""] + below, selected)
    case .addresses:
      let rows = view.addresses.addresses.map(AppPage.row)
      return (rows.isEmpty ? ["  There is no address yet: n adds one."] : list(rows), selected)
    case .orders: return ordersRows
    case .rating: return (rating, selected)
    case .account: return (account, 0)
    }
  }

  private func list(_ rows: [String]) -> [StyledLine] {
    rows.enumerated().map { StyledLine(row: $1, isSelected: $0 == selected) }
  }

  private var menuRows: (lines: [StyledLine], selected: Int) {
    guard let menu = view.orderable else { return (["  The menu is on its way."], 0) }
    var (lines, number, place): ([StyledLine], Int, Int) = ([], 0, 0)
    for category in menu.menu.categories {
      lines.append(StyledLine(category.name, .bold))
      for item in category.items {
        if number == selected { place = lines.count }
        let (name, text, hasOnePrice) =
          switch item {
          case .product(let id):
            (
              menu.menu.products[id]?.name ?? "", menu.menu.products[id]?.text ?? "",
              menu.menu.products[id]?.variants.count == 1
            )
          case .combo(let id): (menu.menu.combos[id]?.name ?? "", "combo", false)
          case .variant, .modifier, .ingredient: ("", "", true)
          }
        let lowest = menu.lowestPrice(of: item)?.text
        let price = lowest.map { (hasOnePrice ? "" : "from ") + $0 } ?? "not available"
        let row = DisplayWidth.fit(name, to: 26) + " " + DisplayWidth.fit(price, to: 14) + text
        lines.append(StyledLine(row: row, isSelected: number == selected))
        number += 1
      }
    }
    return (lines, place)
  }

  private var ordersRows: (lines: [StyledLine], selected: Int) {
    guard !orders.isEmpty else { return (["  There is no order yet."], 0) }
    var (lines, place): ([StyledLine], Int) = ([], 0)
    for (number, order) in orders.enumerated() {
      if number == selected { place = lines.count }
      let rows = AppPage.lines(order)
      lines.append(StyledLine(row: rows[0], isSelected: number == selected))
      lines += rows.dropFirst().map { StyledLine("  \($0)", .dim) }
    }
    return (lines, place)
  }

  private func configurator(
    _ selection: MenuSelection, _ menu: OrderableMenu
  ) -> (lines: [StyledLine], selected: Int) {
    let rows = ConfiguratorRow.all(of: selection, in: menu.menu).enumerated().map { number, field in
      let (name, value) = field.text(of: selection, in: menu.menu)
      return StyledLine(
        row: DisplayWidth.fit(name, to: 24) + " ‹ \(value) ›", isSelected: number == row)
    }
    let ordered = menu.menu.ordered(selection)
    let problems = menu.problems(in: selection)
    let title: StyledLine = "\(ordered?.name ?? "", .bold)  \(ordered?.price.text ?? "", .green)"
    let warning = problems.isEmpty ? "" : "\(problems.count) problems prevent an order."
    return ([title, StyledLine(warning, .red)] + rows, row + 2)
  }

  private func formRows(_ form: [AddressField]) -> [StyledLine] {
    form.enumerated().map { number, field in
      let name = DisplayWidth.fit(field.type.rawValue, to: 16)
      let cursor = number == row ? "▏" : ""
      return StyledLine(row: "\(name) \(field.value)\(cursor)", isSelected: number == row)
    }
  }

  private var rating: [StyledLine] {
    guard let draft else { return ["  Nothing is left to rate: Enter looks for a finished order."] }
    let rows = draft.form.subjects.map { subject in
      let stars = draft.ratings[subject.id]?.stars ?? 0
      let row =
        String(repeating: "★", count: stars)
        + String(repeating: "☆", count: max(0, draft.form.scale - stars))
      return DisplayWidth.fit(subject.title, to: 24) + " \(row)"
    }
    return list(rows) + ["", StyledLine("  \(draft.photos.count) photos", .dim)]
  }

  private var account: [StyledLine] {
    switch view.session.status {
    case .loading: ["  The session is being read."]
    case .unavailable(let error): [StyledLine("  The session cannot be read: \(error)", .red)]
    case .guest: ["  You are a guest. Enter a mobile number to sign in."]
    case .signedIn(let account): [StyledLine("  Signed in as \(account)", .bold)]
    case .expired(let account):
      [StyledLine("  The session of \(account) has ended: sign in again.", .yellow)]
    }
  }

  private var keys: [[String]] {
    let isEditing = form != nil || selection != nil
    let own =
      if form != nil {
        ["↑↓ field", "type", "Enter save", "Esc back"]
      } else if selection != nil {
        ["↑↓ row", "←→ change", "Enter add to the cart", "Esc back"]
      } else {
        switch page {
        case .city: ["type to search", "↑↓ select", "Enter choose"]
        case .menu: ["↑↓ select", "Enter configure", "x sell out"]
        case .cart:
          [
            "↑↓ select", "Enter edit", "+ more", "- fewer", "⌫ remove", "a accept price",
            "p promo code", "d pickup", "t take up", "o order", "r retry", "z discard",
          ]
        case .addresses: ["↑↓ select", "n add", "Enter deliver here", "⌫ remove"]
        case .orders: ["↑↓ select", "Enter order again", "c cancel"]
        case .rating: ["↑↓ subject", "←→ stars", "p photo", "Enter ask or send"]
        case .account: ["type", "Enter send", "s sign out", "e sign out and erase"]
        }
      }
    return [
      own + (isEditing ? [] : ["Tab next page"])
        + ["^L language", "^R refresh", "^H try again", "^C quit"],
      [
        "^O offline", "^S slow", "^E errors", "^A lose an answer", "^F full disk", "^K kill",
        "^V expire token", "^P raise a price", "^U ten minutes later",
      ],
    ]
  }
}
