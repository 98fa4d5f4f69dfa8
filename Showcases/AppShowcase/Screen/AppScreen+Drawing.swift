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
    let (body, selected) = body(columns: size.columns)
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
      case .account where view.session.code != nil: "Code"
      case .account: "Mobile number" + exampleNumber
      case .cart, .menu, .addresses, .orders, .rating: "Promo code (TENTH, FEAST, COLA, SUMMER)"
      }
    return "\(label): \(typed, .bold)\("▏", .cyan)"
  }

  private var exampleNumber: String {
    let phone = view.cities.currentCity?.rules.phone
    return phone.map { ", such as +\($0.callingCode) \($0.example)" } ?? ""
  }

  /// The lines of a page, and the index of the selected line.
  private typealias Body = (lines: [StyledLine], selected: Int)

  private func body(columns: Int) -> Body {
    if let form { return (formRows(form), row) }
    if let selection, let menu = view.orderable { return configurator(selection, menu, columns) }
    switch page {
    case .city: return list(cities.map { "\($0.name)  \($0.region ?? "")" }, columns: columns)
    case .menu: return menuRows
    case .cart:
      let styles = view.cart.lines.map { line -> Style in
        switch line.status {
        case .confirmed: []
        case .pending, .maybeApplied: .yellow
        case .failed: .red
        }
      }
      let fulfillment = view.cart.fulfillment.map { [AppPage.row($0, view.addresses)] } ?? []
      let below = fulfillment + AppPage.below(view.cart, in: view.cities)
      let rows = view.cart.lines.map(AppPage.row)
      let (lines, place) = list(rows, styles, columns: columns)
      return (
        (rows.isEmpty ? ["  The cart is empty."] : lines) + [""]
          + below.flatMap { StyledLine.wrapped($0, .dim, columns: columns, indent: 2) }, place
      )
    case .addresses:
      let rows = view.addresses.addresses.map(AppPage.row)
      return rows.isEmpty
        ? (["  There is no address yet: n adds one."], 0) : list(rows, columns: columns)
    case .orders: return ordersRows(columns: columns)
    case .rating: return (rating, selected)
    case .account: return (account, 0)
    }
  }

  /// Returns the lines of a list with one style per row; without styles, each row has the default one.
  private func list(_ rows: [String], _ styles: [Style]? = nil, columns: Int) -> Body {
    var (lines, place): ([StyledLine], Int) = ([], 0)
    for (number, row) in rows.enumerated() {
      if number == selected { place = lines.count }
      lines += StyledLine.row(
        row, isSelected: number == selected, styles?[number] ?? [], columns: columns)
    }
    return (lines, place)
  }

  private var menuRows: Body {
    guard let menu = view.orderable else { return (["  The menu is on its way."], 0) }
    let rows = menu.menu.categories.map { ($0.name, $0.items.map { row(of: $0, in: menu) }) }
    let width = rows.flatMap(\.1).map { DisplayWidth.of($0.price) }.max() ?? 0
    var (lines, number, place): ([StyledLine], Int, Int) = ([], 0, 0)
    for (category, items) in rows {
      lines.append(StyledLine(category, .bold))
      for item in items {
        if number == selected { place = lines.count }
        let price = DisplayWidth.fit(item.price, to: width)
        let row = DisplayWidth.fit(item.name, to: 26) + " \(price) \(item.text)"
        lines.append(StyledLine(row: row, isSelected: number == selected))
        number += 1
      }
    }
    return (lines, place)
  }

  private func row(
    of item: MenuItem, in menu: OrderableMenu
  ) -> (name: String, price: String, text: String) {
    var (text, hasOnePrice) = ("combo", false)
    if case .product(let id) = item, let product = menu.menu.products[id] {
      (text, hasOnePrice) = (product.text, product.variants.count == 1)
    }
    let lowest = menu.lowestPrice(of: item)?.text
    let price = lowest.map { (hasOnePrice ? "" : "from ") + $0 } ?? "not available"
    return (menu.menu.name(item), price, text)
  }

  private func ordersRows(columns: Int) -> Body {
    guard !orders.isEmpty else { return (["  There is no order yet."], 0) }
    var (lines, place): ([StyledLine], Int) = ([], 0)
    for (number, order) in orders.enumerated() {
      if number == selected { place = lines.count }
      let rows = AppPage.lines(order, in: view.cities)
      lines += StyledLine.row(rows[0], isSelected: number == selected, columns: columns)
      let place = CartFulfillment(order.fulfillment.method, order.fulfillment.place)
      lines += (rows.dropFirst() + [AppPage.row(place, view.addresses)]).flatMap {
        StyledLine.wrapped($0, .dim, columns: columns, indent: 4)
      }
      for change in view.orders.cancellations where change.order == order.id {
        let text = "Cancellation: \(change.status.words(\.words)), \(change.reason.words)"
        lines += StyledLine.wrapped(text, .yellow, columns: columns, indent: 4)
      }
    }
    return (lines, place)
  }

  private func configurator(
    _ selection: MenuSelection, _ menu: OrderableMenu, _ columns: Int
  ) -> Body {
    let rows = ConfiguratorRow.all(of: selection, in: menu.menu).enumerated().map { number, field in
      let (name, value) = field.text(of: selection, in: menu.menu)
      return StyledLine(
        row: DisplayWidth.fit(name, to: 24) + " ‹ \(value) ›", isSelected: number == row)
    }
    let ordered = menu.menu.ordered(selection)
    let title: StyledLine = "\(ordered?.name ?? "", .bold)  \(ordered?.price.text ?? "", .green)"
    let problems = menu.problems(in: selection).prefix(6).flatMap {
      StyledLine.wrapped(menu.menu.words($0), .red, columns: columns)
    }
    return ([title] + problems + [""] + rows, row + problems.count + 2)
  }

  private func formRows(_ form: [AddressRow]) -> [StyledLine] {
    form.enumerated().map { number, field in
      let name = DisplayWidth.fit(field.type.rawValue.spaced, to: 16)
      let cursor = number == row ? "▏" : ""
      return StyledLine(row: "\(name) \(field.text)\(cursor)", isSelected: number == row)
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
    let list = rows.enumerated().map { StyledLine(row: $1, isSelected: $0 == selected) }
    return list + ["", StyledLine("  Photos: \(draft.photos.count)", .dim)]
  }

  private var account: [StyledLine] {
    switch view.session.status {
    case .loading: ["  The session is being read."]
    case .unavailable(let error): [StyledLine("  The session cannot be read: \(error.words)", .red)]
    case .guest where view.session.code != nil: ["  Enter the code from the text message."]
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
        case .cart where typed != nil: ["type a code", "Enter add it", "Esc back"]
        case .city: ["type to search", "↑↓ select", "Enter choose"]
        case .menu: ["↑↓ select", "Enter configure", "x sell out"]
        case .cart:
          [
            "↑↓ select", "Enter add one like it", "+ more", "- fewer", "⌫ remove", "a accept price",
            "p promo code", "u remove code", "d delivery or pickup", "t take up", "o order",
            "r retry", "z discard",
          ]
        case .addresses: ["↑↓ select", "n add", "Enter deliver here", "⌫ remove"]
        case .orders: ["↑↓ select", "Enter order again", "c cancel"]
        case .rating: ["↑↓ subject", "←→ stars", "p photo", "Enter ask or send"]
        case .account:
          switch view.session.status {
          case .signedIn: ["s sign out", "e sign out and erase"]
          case _ where view.session.code != nil:
            ["type the code", "Enter sign in", "Esc correct the number"]
          default: ["type a number", "Enter send a code"]
          }
        }
      }
    return [
      own + (isEditing ? [] : ["Tab next page"])
        + ["^L language", "^R refresh", "^Y try again", "^C quit"],
      [
        "^O offline", "^S slow", "^E errors", "^A lose an answer", "^F full disk", "^K kill",
        "^V expire token", "^P raise a price", "^U ten minutes later",
      ],
    ]
  }
}
