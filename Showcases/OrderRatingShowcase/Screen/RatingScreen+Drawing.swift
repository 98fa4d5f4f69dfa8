import OrderRating
import ShowcaseKit

extension RatingScreen {
  /// Returns the lines of the screen in a window of this size.
  func lines(in size: Terminal.Size) -> [StyledLine] {
    let layout = ScreenLayout(
      size, header: "\("Reviews", [.bold, .cyan])  \(troubles: troubles)", reports: reports,
      message: notice, input: typed.map { "Comment: \($0, .bold)\("▏", .cyan)" }, keys: keys)
    return layout.lines((draft.map(form) ?? list) + below(columns: size.columns), selected: row)
  }

  private var list: [StyledLine] {
    if orders.isEmpty { return ["  No order is finished: ^N finishes one."] }
    return orders.enumerated().map { index, entry in
      let names = entry.order.lines.map(\.name).joined(separator: ", ")
      let isDraft = state.drafts.contains { $0.id == entry.order.id }
      let note = isDraft ? "draft; \(entry.eligibility.words)" : entry.eligibility.words
      let text = DisplayWidth.fit("\(entry.order.id)  \(names)", to: 44) + " " + note
      return StyledLine(row: text, isSelected: index == row)
    }
  }

  private func form(_ draft: ReviewDraft) -> [StyledLine] {
    let rows = draft.form.subjects.enumerated().map { index, subject in
      StyledLine(row: RatingPage.row(subject, of: draft), isSelected: index == row)
    }
    let rest = RatingPage.draft(draft, in: state).dropFirst(1 + rows.count)
    return ["\("Order \(draft.id)", .bold)"] + rows
      + rest.map { $0.hasPrefix("  To submit") ? StyledLine($0, .yellow) : StyledLine($0) }
  }

  private func below(columns: Int) -> [StyledLine] {
    [""]
      + RatingPage.below(state).flatMap {
        StyledLine.wrapped($0, .dim, columns: columns, indent: 2)
      }
  }

  private var keys: [[String]] {
    if typed != nil { return [["type the comment", "⌫ erase", "Enter done", "^C quit"]] }
    let own =
      draft == nil
      ? ["↑↓ select", "Enter rate", "k skip", "t withdraw", "d dismiss the message", "q quit"]
      : [
        "↑↓ row", "←→ stars", "1-9 tags", "⌫ clear", "c comment", "p photo", "b invalid photo",
        "x remove photo", "s submit", "k skip", "Esc back", "q quit",
      ]
    return [
      own,
      [
        "^N finish an order", "^O offline", "^A lose a response", "^F full disk", "^K kill",
        "^E rate on another device", "^W end the time for a review", "^P reject photos",
      ],
    ]
  }
}
