/// The result table: a section per workload with medians and ratios to ours.
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
    }
  }

  private func cell(_ row: Row, _ subject: Subject) -> String {
    guard let value = figures.median(row.measure, subject) else { return "–" }
    guard subject != .storage, let ratio = figures.ratio(row.measure, subject) else {
      return value.short
    }
    return "\(value.short) (\(ratio.short)x)"
  }

  private static func left(_ text: String) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static func right(_ text: String) -> String {
    String(repeating: " ", count: max(1, 16 - text.count)) + text
  }
}
