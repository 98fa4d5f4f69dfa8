import Cities
import Networking
import Sandbox
import ShowcaseKit

extension BrowserScreen {
  /// Returns the lines of the screen for a window of this size.
  func lines(in size: Terminal.Size) -> [StyledLine] {
    let footer = footer(columns: size.columns)
    let header = header + StyledLine.reports(reports, columns: size.columns)
    let room = max(1, size.rows - header.count - footer.count)
    let body = isPicking ? picker(rows: room, columns: size.columns) : page
    let filled = Array(body.prefix(room)) + Array(repeating: "", count: max(0, room - body.count))
    return header + filled + footer
  }

  private var header: [StyledLine] {
    let list = list?.summary ?? ""
    let trouble = fault.map { "  [\($0.rawValue)]" } ?? ""
    return [
      "\("Cities", [.bold, .cyan])  \(state.language.rawValue, .bold)  \(list, .dim)\(trouble, .red)",
      StyledLine(state.summary, .dim),
      "",
    ]
  }

  private func picker(rows room: Int, columns: Int) -> [StyledLine] {
    guard list != nil else { return [] }
    let prompt: StyledLine = "Search: \(query, .bold)\("▏", .cyan)"
    guard !rows.isEmpty else { return [prompt, "", "No city begins with \"\(query)\"."] }
    let visible = max(1, room - 2)
    let lines = rows.indices.flatMap { headings(above: $0) + [row(at: $0, columns: columns)] }
    let line = selected + rows[...selected].indices.reduce(0) { $0 + headings(above: $1).count }
    let first = max(0, min(line - visible / 2, lines.count - visible))
    return [prompt, ""] + lines[first..<min(first + visible, lines.count)]
  }

  /// Returns the country's name if the row is the first of its country.
  private func headings(above index: Int) -> [StyledLine] {
    let country = rows[index].country
    guard showsGroups, index == 0 || rows[index - 1].country != country else { return [] }
    return [StyledLine(country.name, .bold)]
  }

  private func row(at index: Int, columns: Int) -> StyledLine {
    row(rows[index], isSelected: index == selected, columns: columns)
  }

  private func row(_ city: CitySummary, isSelected: Bool, columns: Int) -> StyledLine {
    let name = DisplayWidth.fit(city.name, to: min(32, columns / 2))
    let place = [city.region, city.country.name].compactMap { $0 }.joined(separator: ", ")
    return isSelected
      ? "\("› \(name)", .inverse)\(" \(place)", .inverse)" : "  \(name) \(place, .dim)"
  }

  private var page: [StyledLine] {
    guard let city = state.currentCity else { return [] }
    return ["\(city.name, .bold), \(city.country.name)", ""]
      + CityPage.lines(city).map { StyledLine($0) }
  }

  private func footer(columns: Int) -> [StyledLine] {
    let keys =
      isPicking
      ? "type to search  ↑↓ select  Enter choose  Esc clear or back"
      : "Enter change city  r retry  q leave"
    return [
      attempt(columns: columns), StyledLine(keys, .dim),
      StyledLine(
        "Tab language  ^G by country  ^O offline  ^S slow  ^T stalled  ^E errors  ^R refresh  ^C leave",
        .dim),
    ]
  }

  /// Returns the progress or the error of the current choice, else the latest notice.
  private func attempt(columns: Int) -> StyledLine {
    guard let choice = state.choice else { return StyledLine(notice) }
    let name = list?.city(choice.city)?.name ?? "City \(choice.city.rawValue)"
    switch choice.phase {
    case .downloading(let received, let expected):
      let fraction = expected.map { $0 > 0 ? Double(received) / Double($0) : 1 }
      return "\(name, .bold)  \(ProgressBar.text(fraction, columns: min(40, columns / 2)), .green)"
    case .failed(let error):
      let retry = isPicking ? "Enter tries again" : "r tries again"
      return "\("\(name): \(error.words)", .red)  \(retry, .dim)"
    }
  }
}
