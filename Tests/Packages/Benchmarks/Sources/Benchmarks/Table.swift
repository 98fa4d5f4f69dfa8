/// The result table: a section per workload with medians, ratios to ours, and goals.
struct Table {
  let figures: Figures
  let workloads: [any Workload]

  private static let width = 54

  func print() {
    let subjects = Subject.present
    let head = subjects.map { Self.right($0.rawValue) }.joined()
    Swift.print("\n" + Self.left("medians of this run; in brackets, against ours") + head)
    for workload in workloads {
      Swift.print("\n\(workload.title)")
      for row in workload.rows {
        let cells = subjects.map { Self.right(cell(row, $0)) }.joined()
        Swift.print(Self.left("   \(row.measure), \(row.unit)") + cells)
      }
      for goal in workload.goals(figures) {
        let value = goal.value.map { "\($0.short) \(goal.unit)" } ?? "not measured"
        let verdict = goal.isMet.map { $0 ? "met" : "NOT MET" } ?? ""
        Swift.print(Self.left("   goal: \(goal.text)", 76) + Self.right(value) + "  " + verdict)
      }
    }
    let goals = workloads.flatMap { $0.goals(figures) }
    Swift.print("\n\(goals.count { $0.isMet == true }) of \(goals.count) goals met")
  }

  private func cell(_ row: Row, _ subject: Subject) -> String {
    guard let value = figures.median(row.measure, subject) else { return "–" }
    guard subject != .storage, let ratio = figures.ratio(row.measure, subject) else {
      return value.short
    }
    return "\(value.short) (\(ratio.short)x)"
  }

  private static func left(_ text: String, _ width: Int = width) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static func right(_ text: String) -> String {
    String(repeating: " ", count: max(1, 16 - text.count)) + text
  }
}
