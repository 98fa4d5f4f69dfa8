import Cities
import Networking
import Sandbox
import ShowcaseKit

extension CityScreen {
  /// Returns the lines of the screen for a window of this size.
  func lines(in size: Terminal.Size) -> [StyledLine] {
    let layout = ScreenLayout(
      size, header: header, status: state.summary, reports: reports, message: notice,
      input: attempt(columns: size.columns), keys: keys)
    return layout.lines(isPicking ? picker(rows: layout.rows, columns: size.columns) : page)
  }

  private var header: StyledLine {
    let list = list?.summary ?? ""
    let trouble = fault.map { "  [\($0.rawValue)]" } ?? ""
    return
      "\("Cities", [.bold, .cyan])  \(state.language.words, .bold)  \(list, .dim)\(trouble, .red)"
  }

  private func picker(rows room: Int, columns: Int) -> [StyledLine] {
    guard list != nil else { return ["Loading the list"] }
    let prompt: StyledLine = "Search: \(query, .bold)\("▏", .cyan)"
    guard !rows.isEmpty else {
      return [prompt, "", "No city begins with \"\(query)\": change the text, or press Esc."]
    }
    let visible = max(1, room - 2)
    let lines = rows.indices.flatMap { headings(above: $0) + [row(at: $0, columns: columns)] }
    let line = selected + rows[...selected].indices.reduce(0) { $0 + headings(above: $1).count }
    let first = max(0, min(line - visible / 2, lines.count - visible))
    return [prompt, ""] + lines[first..<min(first + visible, lines.count)]
  }

  /// Returns the heading above the row at `index`; empty if the row has no heading.
  ///
  /// If ``showsGroups`` is `true`, the first row of each country has the country's name as a heading.
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
    var line = StyledLine(row: name, isSelected: isSelected)
    line.append(" \(place)", isSelected ? .inverse : .dim)
    return line
  }

  private var page: [StyledLine] {
    guard let city = state.currentCity else { return [] }
    return ["\(city.name, .bold), \(city.country.name)", ""]
      + CityPage.lines(city).map { StyledLine($0) }
  }

  private var keys: [[String]] {
    [
      (isPicking
        ? [
          "type to search", "⌫ erase", "↑↓ PgUp PgDn Home End select", "Enter choose", "Esc back",
          "^G by country",
        ]
        : ["Enter change city", "r retry", "q quit"])
        + ["Tab language", "^R refresh", "^C quit"],
      ["^O offline", "^S slow", "^T stalled", "^E errors"],
    ]
  }

  /// Returns the progress of the download of the chosen city, or the error if the download failed.
  ///
  /// Returns `nil` if no download is in progress and the last download did not fail.
  private func attempt(columns: Int) -> StyledLine? {
    guard let choice = state.choice else { return nil }
    let name = list?.city(choice.city)?.name ?? "City \(choice.city.rawValue)"
    switch choice.phase {
    case .downloading(let received, let expected):
      let fraction = expected.map { $0 > 0 ? Double(received) / Double($0) : 1 }
      return "\(name, .bold)  \(ProgressBar.text(fraction, columns: min(40, columns / 2)), .green)"
    case .failed(let error):
      let retry =
        isPicking ? choice.city == selectedCity ? "Enter retries" : "" : "r retries"
      return "\("\(name): \(error.words)", .red)  \(retry, .dim)"
    }
  }
}
