import OrderRating
import ShowcaseKit

extension RatingScreen {
  /// Returns the lines of the screen in a window of this size.
  func lines(in size: Terminal.Size) -> [StyledLine] {
    let footer = footer
    let room = max(1, size.rows - footer.count)
    let body =
      header + StyledLine.reports(reports, columns: size.columns) + (draft.map(form) ?? list)
      + below
    return Array(body.prefix(room))
      + Array(repeating: "", count: max(0, room - body.count)) + footer
  }

  private var header: [StyledLine] {
    let trouble = troubles.map { "[\($0)]" }.joined(separator: " ")
    return ["\("Your orders", [.bold, .cyan])  \(trouble, .red)", ""]
  }

  private var list: [StyledLine] {
    if orders.isEmpty { return ["  No order has been finished: ^N finishes one"] }
    return orders.enumerated().map { index, entry in
      let names = entry.order.lines.map(\.name).joined(separator: ", ")
      let isDraft = state.drafts.contains { $0.id == entry.order.id }
      let note = isDraft ? "draft; \(entry.eligibility.words)" : entry.eligibility.words
      let text = DisplayWidth.fit("\(entry.order.id)  \(names)", to: 44) + " " + note
      return index == row ? "\("› \(text)", .inverse)" : "  \(text)"
    }
  }

  private func form(_ draft: ReviewDraft) -> [StyledLine] {
    let rows = draft.form.subjects.enumerated().map { index, subject -> StyledLine in
      let text = RatingPage.row(subject, of: draft)
      return index == row ? "\("› \(text)", .inverse)" : "  \(text)"
    }
    let rest = RatingPage.draft(draft, in: state).dropFirst(1 + rows.count)
    return ["\("Order \(draft.id)", .bold)"] + rows
      + rest.map { $0.hasPrefix("  To do") ? StyledLine($0, .yellow) : StyledLine($0) }
  }

  private var below: [StyledLine] {
    [""] + RatingPage.below(state).map { StyledLine("  \($0)", .dim) }
  }

  private var footer: [StyledLine] {
    let prompt: StyledLine =
      typed.map { "Comment: \($0, .bold)\("▏", .cyan)" } ?? StyledLine(notice, .yellow)
    let keys =
      draft == nil
      ? "↑↓ select  Enter rate  k skip  t take back  d dismiss the first notice  q leave"
      : "←→ stars  1-9 tags  c comment  p photo  b bad  x remove  s submit  k skip  Esc"
    return [
      prompt, StyledLine(keys, .dim),
      StyledLine(
        "^N finish an order  ^O offline  ^A lose an answer  ^F full disk  ^K kill", .dim),
      StyledLine("^E rated elsewhere  ^W end its window  ^P refuse photos", .dim),
    ]
  }
}
