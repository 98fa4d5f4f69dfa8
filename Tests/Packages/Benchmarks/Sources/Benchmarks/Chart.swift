/// A bar chart of the main measures: the times of the peers relative to `Storage`.
struct Chart {
  let figures: Figures
  let workloads: [any Workload]

  private static let (left, bar, step, width) = (150.0, 11.0, 14.0, 760.0)

  var svg: String {
    var (body, y) = ("", 34.0)
    for workload in workloads {
      for row in workload.rows where row.isCharted { y = draw(workload, row, y, &body) }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="760" height="\(Int(y))" \
      viewBox="0 0 760 \(Int(y))" role="img" aria-label="Medians of one run, shorter is better">
      <style>
        text { font: 11px -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #57606a }
        .title { font-weight: 600; fill: #24292f } .other { fill: #b6bec7 } .ours { fill: #1a7f5a }
        .limit { fill: #d8dee4 }
        @media (prefers-color-scheme: dark) {
          text { fill: #8b949e } .title { fill: #e6edf3 } .other { fill: #484f58 }
          .ours { fill: #3fb68b } .limit { fill: #30363d }
        }
      </style>
      <text x="0" y="14">Medians of one run, everything on the disk when a call returns. \
      Shorter is better; the scale is logarithmic.</text>
      \(body)</svg>

      """
  }

  private func draw(_ workload: any Workload, _ row: Row, _ top: Double, _ body: inout String)
    -> Double
  {
    let bars = Subject.present.compactMap { subject in
      figures.median(row.measure, subject).map { (subject, $0) }
    }
    guard let least = bars.map(\.1).min(), let most = bars.map(\.1).max() else { return top }
    let name = workload.title.drop { !$0.isWhitespace }.drop { $0.isWhitespace }
    var y = top + 6
    body += #"<text class="title" x="0" y="\#(y)">\#(name): \#(row.measure)</text>\#n"#
    y += 8
    for (subject, value) in bars {
      let share = Self.logarithm(value / (least * 0.5)) / Self.logarithm(most / (least * 0.5))
      let length = max(2, share * (Self.width - Self.left - 150))
      let kind = subject == .storage ? "ours" : subject == .limit ? "limit" : "other"
      let ratio = figures.ratio(row.measure, subject).map { "  \($0.short)x" } ?? ""
      let text = "\(value.short) \(row.unit)\(subject == .storage ? "" : ratio)"
      body += #"<text x="12" y="\#(y + 9)">\#(subject.rawValue)</text>"#
      body += #"<rect class="\#(kind)" x="\#(Self.left)" y="\#(y)" "#
      body += #"width="\#(length.rounded())" height="\#(Self.bar)" rx="2"/>"#
      body += #"<text x="\#((Self.left + length + 6).rounded())" y="\#(y + 9)">\#(text)</text>\#n"#
      y += Self.step
    }
    return y + 12
  }

  /// Returns a piecewise linear approximation of the base-2 logarithm, without system functions.
  private static func logarithm(_ value: Double) -> Double {
    Double(value.exponent) + value.significand - 1
  }
}
