import Menu
import Networking
import Sandbox
import ShowcaseKit
import Sync

extension MenuScreen {
  /// Returns the lines of the screen for a window of this size.
  func lines(in size: Terminal.Size) -> [StyledLine] {
    let layout = ScreenLayout(
      size, header: header, status: summary, reports: reports, message: notice,
      input: page == .list ? query.map { "Search: \($0, .bold)\("▏", .cyan)" } : nil, keys: keys)
    return layout.lines(body(rows: layout.rows, columns: size.columns))
  }

  private var header: StyledLine {
    let trouble = fault.map { "  [\($0.rawValue)]" } ?? ""
    let time = SandboxCity.wall(scheduled ?? time)
    let order = scheduled == nil ? "now, \(time)" : "for \(time)"
    let choice = "\(SandboxCity.name(of: language)), \(state.fulfillment.words)"
    return "\("Menu", [.bold, .cyan])  \(choice, .bold)  \(order, .dim)\(trouble, .red)"
  }

  /// A summary of the stored menu, followed by the status of the menu's current or last fetch.
  private var summary: String {
    guard state.isLoaded else { return "Loading the stored menu" }
    var data = "No menu is stored"
    if let menu = state.menu, let time = state.time {
      data = menu.summary + (state.isFresh ? "" : ", loaded \(SandboxCity.wall(time))")
    }
    return [data, state.fetch.words].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private func body(rows room: Int, columns: Int) -> [StyledLine] {
    guard let menu else {
      return state.isLoaded && state.fetch != .fetching
        ? ["There is no menu yet: ^R loads it."] : []
    }
    switch page {
    case .list:
      return window(list(menu, columns: columns), around: selected, rows: room)
    case .product(let configuration):
      let variant = menu.menu.variants[configuration.variant]
      let text = variant.flatMap { menu.menu.products[$0.product]?.text } ?? ""
      return page(
        menu.name(.variant(configuration.variant)), menu.text(menu.menu.price(of: configuration)),
        [text, variant.map(menu.facts) ?? ""], fields(of: configuration, menu, columns),
        menu.problems(in: configuration), menu,
        room)
    case .combo(let configuration):
      return page(
        menu.name(.combo(configuration.combo)), menu.text(menu.menu.price(of: configuration)), [],
        slots(of: configuration, menu, columns), menu.problems(in: configuration), menu, room)
    }
  }

  /// A row of a list: its number, whether it is a heading, and a function that creates its text.
  ///
  /// The number counts the rows that the user can select, beginning with 0. A heading has the
  /// number of the row below it. The function computes prices and opening hours. Therefore it is
  /// called only for visible rows.
  private typealias Row = (number: Int, isHeading: Bool, line: () -> StyledLine)

  private func list(_ menu: OrderableMenu, columns: Int) -> [Row] {
    var rows: [Row] = []
    var number = 0
    for (heading, items) in sections(of: menu.menu) {
      rows.append((number, true, { StyledLine(heading, .bold) }))
      for item in items {
        rows.append((number, false, { [number] in line(item, number, menu, columns) }))
        number += 1
      }
    }
    return rows
  }

  private func line(
    _ item: MenuItem, _ number: Int, _ menu: OrderableMenu, _ columns: Int
  ) -> StyledLine {
    let row = menu.row(item)
    let text =
      DisplayWidth.fit(row.name, to: min(32, columns / 2)) + " "
      + DisplayWidth.fit(row.price, to: 14) + row.remark
    return StyledLine(row: text, isSelected: number == selected, row.price.isEmpty ? .dim : [])
  }

  private func page(
    _ title: String, _ price: String, _ facts: [String], _ rows: [Row],
    _ problems: [ConfigurationProblem],
    _ menu: OrderableMenu, _ room: Int
  ) -> [StyledLine] {
    let shown = problems.prefix(6).map { StyledLine(menu.words($0), .red) }
    let facts = facts.filter { !$0.isEmpty }.map { StyledLine($0, .dim) }
    let fitting = max(1, room - 2 - facts.count - shown.count)
    return ["\(title, .bold)  \(price, [.bold, .green])"] + facts
      + window(rows, around: selected, rows: fitting) + [""] + shown
  }

  private func window(_ rows: [Row], around selected: Int, rows room: Int) -> [StyledLine] {
    let position = rows.firstIndex { !$0.isHeading && $0.number == selected } ?? 0
    let first = max(0, min(position - room / 2, rows.count - room))
    return rows[first..<min(first + room, rows.count)].map { $0.line() }
  }

  private func fields(
    of configuration: ProductConfiguration, _ menu: OrderableMenu, _ columns: Int
  ) -> [Row] {
    var group: ModifierGroup.ID?
    var rows: [Row] = []
    for (number, field) in ProductField.all(of: configuration, in: menu.menu).enumerated() {
      if case .modifier(let id, _) = field, id != group, let next = menu.menu.groups[id] {
        group = id
        rows.append((number, true, { StyledLine("\(next.name)  \(rule(of: next))", .dim) }))
      }
      rows.append(
        (
          number, false,
          {
            StyledLine(
              row: text(of: field, configuration, menu, columns), isSelected: number == selected)
          }
        ))
    }
    return rows
  }

  private func rule(of group: ModifierGroup) -> String {
    let count = group.quantity.count
    let range = count.lowerBound > 0 ? "\(count.lowerBound) to" : "up to"
    let free = group.free > 0 ? ", \(group.free) free" : ""
    return "choose \(range) \(count.upperBound)\(free)"
  }

  private func text(
    of field: ProductField, _ configuration: ProductConfiguration, _ menu: OrderableMenu,
    _ columns: Int
  ) -> String {
    let variant = menu.menu.variants[configuration.variant]
    let (name, value): (String, String) =
      switch field {
      case .size: ("Size", variant?.size.flatMap { menu.menu.sizes[$0] } ?? "")
      case .crust: ("Crust", variant?.crust.flatMap { menu.menu.crusts[$0] } ?? "")
      case .secondHalf:
        ("Second half", configuration.secondHalf.map { menu.name(.variant($0.variant)) } ?? "none")
      case .ingredient(let id):
        (menu.name(.ingredient(id)), configuration.removed.contains(id) ? "without" : "with")
      case .modifier(let group, let id):
        (
          menu.name(.modifier(id)),
          "\(configuration.modifiers[group]?[id] ?? 0)"
            + "  \(menu.text(menu.menu.price(of: id, in: group, with: configuration.variant)))"
        )
      }
    let absence = menu.unavailability(of: field.item(configuration)).map(menu.words) ?? ""
    return DisplayWidth.fit(name, to: 24) + " ‹ \(value) ›  \(absence)"
  }

  private func slots(
    of configuration: ComboConfiguration, _ menu: OrderableMenu, _ columns: Int
  ) -> [Row] {
    let slots = menu.menu.combos[configuration.combo]?.slots.compactMap { menu.menu.slots[$0] }
    return (slots ?? []).enumerated().map { number, slot in
      let chosen = configuration.choices[slot.id]?.first?.variant
      let name = chosen.map { menu.name(.variant($0)) } ?? "nothing"
      let more = chosen.flatMap { menu.menu.surcharge(of: $0, in: slot.id) }
        .map { " +\(menu.text($0))" }
      let gone = chosen.flatMap { menu.unavailability(of: .variant($0)) }.map(menu.words) ?? ""
      let text = DisplayWidth.fit(slot.name, to: 14) + " ‹ \(name)\(more ?? "") ›  \(gone)"
      return (number, false, { StyledLine(row: text, isSelected: number == selected) })
    }
  }

  private var keys: [[String]] {
    let own =
      switch page {
      case .list where query != nil: ["type to search", "↑↓ select", "Enter open", "Esc end"]
      case .list: ["↑↓ select", "←→ category", "Enter open", "/ search", "q quit"]
      case .product, .combo: ["↑↓ select", "←→ change", "Enter add to the cart", "Esc back"]
      }
    guard query == nil || page != .list else { return [own] }
    return [
      own + ["Tab language", "p pickup or delivery", "t time", "^R refresh"],
      ["^O offline", "^S slow", "^E errors", "x sell out", "^U publish a newer menu"],
    ]
  }
}

extension MenuSnapshot {
  /// A one-line summary of the menu.
  ///
  /// The line contains the number of products, the number of combos and the revision. If the server's
  /// data has defects, the line also contains their number.
  var summary: String {
    let count = problems.count
    let flaws = count == 0 ? "" : ", \(count) \(count == 1 ? "problem" : "problems")"
    return "\(products.count) products, \(combos.count) combos, revision \(revision)\(flaws)"
  }
}
