import Addresses
import ShowcaseKit
import Sync

extension AddressScreen {
  /// Returns the lines of the screen in a window of this size.
  func lines(in size: Terminal.Size) -> [StyledLine] {
    let layout = ScreenLayout(
      size, header: header, status: isFetching ? "" : fetch, reports: reports, message: notice,
      input: form == nil ? search.map { "Search: \($0, .bold)\("▏", .cyan)" } : nil, keys: keys)
    guard let form else { return layout.lines(list(columns: size.columns), selected: selectedLine) }
    return layout.lines(form.lines(in: language), selected: form.selected)
  }

  private var header: StyledLine {
    let title =
      switch form {
      case nil: "Addresses"
      case let form?: form.id == nil ? "New address" : "Address"
      }
    let city = "\(place.name), \(place.country)"
    return """
      \(title, [.bold, .cyan])  \(city, .bold)  \(language.title, .dim)  \
      \(isFetching ? fetch : "", .dim)  \(troubles: troubles)
      """
  }

  private var fetch: String { state.sync.fetch.words }
  private var isFetching: Bool { state.sync.fetch == .fetching }

  /// The index of the first line of the selected address in the list.
  private var selectedLine: Int {
    addresses.prefix(selected).reduce(0) { $0 + AddressPage.row($1, in: language).count }
  }

  private func list(columns: Int) -> [StyledLine] {
    let rows = addresses.enumerated().flatMap { index, saved -> [StyledLine] in
      let lines = AddressPage.row(saved, in: language)
      let style: Style =
        switch saved.status {
        case .confirmed: []
        case .pending, .maybeApplied: .yellow
        case .failed: .red
        }
      let first = StyledLine(row: lines[0], isSelected: index == selected, style)
      return [first]
        + lines.dropFirst().map { StyledLine("  \($0)", style.isEmpty ? .yellow : style) }
    }
    let below = AddressPage.below(state).flatMap {
      StyledLine.wrapped($0, .dim, columns: columns, indent: 2)
    }
    let nothing: StyledLine =
      switch (search, state.template) {
      case (_?, _): "  Nothing found: change the text."
      case (nil, nil): "  No address in this city, and no form for one yet."
      case (nil, _?): "  No address in this city: n adds one."
      }
    return (rows.isEmpty ? [nothing] : rows) + [""] + below
  }

  private var keys: [[String]] {
    let own =
      if form != nil {
        ["↑↓ field", "←→ choice", "⌫ erase", "Enter save", "Esc cancel", "^L language", "^C quit"]
      } else if search != nil {
        ["type to search", "⌫ erase", "↑↓ select", "Enter change", "Esc end", "^C quit"]
      } else {
        [
          "↑↓ select", "Enter change", "n new", "⌫ remove", "u use for an order", "d default",
          "/ search", "r retry", "z discard", "^R refresh", "Tab language", "^G country", "q quit",
        ]
      }
    return [
      own,
      [
        "^O offline", "^A lose a response", "^F full disk", "^K kill", "^X close the city",
        "^N ^E ^D another device adds, changes, removes",
      ],
    ]
  }
}
