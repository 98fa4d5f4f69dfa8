import Addresses
import ShowcaseKit
import Sync

extension AddressScreen {
  /// Returns the lines of the screen in a window of this size.
  func lines(in size: Terminal.Size) -> [StyledLine] {
    let footer = footer
    let room = max(1, size.rows - footer.count)
    let body =
      header + StyledLine.reports(reports, columns: size.columns)
      + (form?.lines(in: tongue) ?? list)
    return Array(body.prefix(room))
      + Array(repeating: "", count: max(0, room - body.count)) + footer
  }

  private var header: [StyledLine] {
    let trouble = troubles.map { "[\($0)]" }.joined(separator: " ")
    let title =
      switch form {
      case nil: "Addresses"
      case let form?: form.id == nil ? "New address" : "Address"
      }
    return [
      """
      \(title, [.bold, .cyan])  \("\(place.name), \(place.country)", .bold)  \
      \(tongue.rawValue, .dim)  \(state.sync.fetch.words, .dim)  \(trouble, .red)
      """, "",
    ]
  }

  private var list: [StyledLine] {
    let rows = addresses.enumerated().flatMap { index, saved -> [StyledLine] in
      let lines = AddressPage.row(saved, in: tongue)
      let isSelected = index == selected
      let first: StyledLine =
        if isSelected {
          "\("› \(lines[0])", .inverse)"
        } else {
          switch saved.status {
          case .confirmed: "  \(lines[0])"
          case .pending, .maybeApplied: "  \(lines[0], .yellow)"
          case .failed: "  \(lines[0], .red)"
          }
        }
      return [first] + lines.dropFirst().map { StyledLine("  \($0)", .yellow) }
    }
    let below = AddressPage.below(state).map { StyledLine("  \($0)", .dim) }
    let searched: [StyledLine] = search.map { ["Search: \($0, .bold)\("▏", .cyan)", ""] } ?? []
    let nothing: StyledLine = "  \(search == nil ? "No address here: press n" : "None", .dim)"
    return searched + (rows.isEmpty ? [nothing] : rows) + [""] + below
  }

  private var footer: [StyledLine] {
    let keys =
      if form != nil {
        ["↑↓ Tab field  ←→ choice  Enter save  Esc leave  ^L language"]
      } else if search != nil {
        ["type to search  ↑↓ select  Enter change  Esc end"]
      } else {
        [
          "↑↓ select  Enter change  n new  ⌫ remove  u order to it  d default  / search  q leave",
          "r keep  z give up  ^R ask the server  Tab language  ^G country",
        ]
      }
    return [StyledLine(notice, .yellow)] + keys.map { StyledLine($0, .dim) } + [
      StyledLine(
        "^O offline  ^A lose an answer  ^F full disk  ^K kill  ^X close city"
          + "  ^N ^E ^D other device adds, changes, removes", .dim)
    ]
  }
}
