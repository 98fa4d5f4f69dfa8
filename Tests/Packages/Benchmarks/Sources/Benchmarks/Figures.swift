/// All samples of this run, by measure and subject.
///
/// Ratios are computed only here, so none compares two runs.
final class Figures {
  private var samples: [String: [Subject: [Double]]] = [:]

  func add(_ value: Double, _ measure: String, _ subject: Subject) {
    samples[measure, default: [:]][subject, default: []].append(value)
  }

  func median(_ measure: String, _ subject: Subject) -> Double? {
    guard let sorted = samples[measure]?[subject]?.sorted(), !sorted.isEmpty else { return nil }
    return sorted[sorted.count / 2]
  }

  /// Returns a subject's median relative to that of `Storage`.
  func ratio(_ measure: String, _ subject: Subject) -> Double? {
    guard let own = median(measure, .storage), own > 0, let other = median(measure, subject) else {
      return nil
    }
    return other / own
  }
}

/// A row of the table: one measure for all subjects.
struct Row {
  let measure: String
  let unit: String
  /// Whether the chart includes the row.
  var isCharted = false

  /// Returns rows of one unit that the chart does not include.
  static func list(_ unit: String, _ measures: String...) -> [Row] {
    measures.map { Row(measure: $0, unit: unit) }
  }
}

/// A target value and whether it is met.
struct Goal {
  let text: String
  let value: Double?
  let bound: ClosedRange<Double>
  let unit: String

  static func atMost(_ limit: Double, _ unit: String, _ text: String, _ value: Double?) -> Goal {
    Goal(
      text: "\(text) ≤ \(limit.short) \(unit)", value: value, bound: -.infinity...limit, unit: unit)
  }

  /// Creates a goal that `value`, the peer's median relative to ours, is at least `times`.
  static func faster(_ times: Double, _ text: String, _ value: Double?) -> Goal {
    Goal(text: "\(text) ≥ \(times.short)x", value: value, bound: times...(.infinity), unit: "x")
  }

  var isMet: Bool? { value.map { bound.contains($0) } }
}

extension Double {
  /// The number rounded to about three significant digits.
  var short: String {
    let text =
      switch abs(self) {
      case 0: "0"
      case ..<0.00995: "\((self * 10_000).rounded() / 10_000)"
      case ..<0.0995: "\((self * 1000).rounded() / 1000)"
      case ..<9.95: "\((self * 100).rounded() / 100)"
      case ..<99.5: "\((self * 10).rounded() / 10)"
      default: "\(Int(rounded()))"
      }
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
