import Menu
import Networking
import Sandbox
import ShowcaseKit
import Sync

extension MenuScreen {
  /// Returns the lines of the screen for a window of this size.
  func lines(in size: Terminal.Size) -> [StyledLine] {
    let footer = footer
    let header = header + StyledLine.reports(reports, columns: size.columns)
    let room = max(1, size.rows - header.count - footer.count)
    let body = body(rows: room, columns: size.columns)
    let filled = Array(body.prefix(room)) + Array(repeating: "", count: max(0, room - body.count))
    return header + filled + footer
  }

  private var header: [StyledLine] {
    let trouble = fault.map { "  [\($0.rawValue)]" } ?? ""
    let time = SandboxCity.wall(scheduled ?? time)
    let order = scheduled == nil ? "now, \(time)" : "for \(time)"
    return [
      "\("Menu", [.bold, .cyan])  \(language, .bold)  \(state.fulfillment.rawValue, .bold)  \(order, .dim)\(trouble, .red)",
      StyledLine(summary, .dim),
      "",
    ]
  }

  /// A summary of the stored menu, followed by the status of the fetch.
  private var summary: String {
    guard state.isLoaded else { return "Reading the disk" }
    var data = "No menu yet"
    if let menu = state.menu, let time = state.time {
      let age = state.isFresh ? "" : ", of \(SandboxCity.wall(time))"
      data =
        "Revision \(menu.revision), \(menu.products.count) products, "
        + "\(menu.combos.count) combos\(age)"
    }
    let fetch =
      switch state.fetch {
      case .idle: ""
      case .fetching: " · loading"
      case .failed(let failure): " · not refreshed: \(failure.words)"
      case .closed: " · waiting"
      case .notRunning: " · not refreshed"
      }
    return data + fetch
  }

  private func body(rows room: Int, columns: Int) -> [StyledLine] {
    guard let menu else { return [] }
    switch page {
    case .list:
      return window(list(menu, columns: columns), around: selected, rows: room)
    case .product(let configuration):
      let facts = menu.menu.variants[configuration.variant].map(menu.facts) ?? ""
      return page(
        menu.name(.variant(configuration.variant)), menu.text(menu.menu.price(of: configuration)),
        facts, fields(of: configuration, menu, columns), menu.problems(in: configuration), menu,
        room)
    case .combo(let configuration):
      return page(
        menu.name(.combo(configuration.combo)), menu.text(menu.menu.price(of: configuration)), "",
        slots(of: configuration, menu, columns), menu.problems(in: configuration), menu, room)
    }
  }

  /// A row of a list, with its number; a heading has the number of the row below it.
  ///
  /// The line is created only for a visible row, because it computes prices and hours.
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
      DisplayWidth.fit(row.name, to: min(34, columns / 2)) + " "
      + DisplayWidth.fit(row.price, to: 11) + row.remark
    return styled(text, number, row.price.isEmpty ? .dim : [])
  }

  private func page(
    _ title: String, _ price: String, _ facts: String, _ rows: [Row],
    _ problems: [ConfigurationProblem],
    _ menu: OrderableMenu, _ room: Int
  ) -> [StyledLine] {
    let shown = problems.prefix(6).map { StyledLine(menu.words($0), .red) }
    let fitting = max(1, room - 3 - shown.count)
    return ["\(title, .bold)  \(price, [.bold, .green])", StyledLine(facts, .dim)]
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
        (number, false, { styled(text(of: field, configuration, menu, columns), number) }))
    }
    return rows
  }

  private func rule(of group: ModifierGroup) -> String {
    let count = group.quantity.count
    let free = group.free > 0 ? ", \(group.free) free" : ""
    return "\(count.lowerBound) to \(count.upperBound)\(free)"
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
      return (number, false, { styled(text, number) })
    }
  }

  private func styled(_ text: String, _ number: Int, _ style: Style = []) -> StyledLine {
    number == selected ? StyledLine("› \(text)", .inverse) : StyledLine("  \(text)", style)
  }

  private var footer: [StyledLine] {
    if let wish, page == .list {
      return [
        "Search: \(wish, .bold)", StyledLine("Type  ↑↓ select  Enter open  Esc back", .dim), "",
      ]
    }
    let keys =
      page == .list
      ? "↑↓ select  ←→ category  / search  Enter open  q leave"
      : "↑↓ select  ←→ change  Enter into the cart  Esc back"
    return [
      StyledLine(notice), StyledLine("\(keys)  x sold out  t time  p pickup  Tab language", .dim),
      StyledLine(
        "^O offline  ^S slow  ^E errors  ^U publish a newer menu  ^R refresh  ^C leave", .dim),
    ]
  }
}
