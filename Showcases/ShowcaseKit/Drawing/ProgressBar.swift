/// Progress bar drawn with text.
public enum ProgressBar {
  /// Draws a bar with its percentage: `███████░░░░░  58 %`.
  ///
  /// - Parameters:
  ///   - fraction: The completed part, from 0 to 1, or `nil` when the total is unknown.
  ///   - columns: The total width; the percentage occupies six of these columns.
  /// - Returns: The text, exactly `columns` wide.
  public static func text(_ fraction: Double?, columns: Int) -> String {
    let bar = max(0, columns - 6)
    guard let fraction, fraction.isFinite else {
      return DisplayWidth.fit(String(repeating: "░", count: bar), to: columns)
    }
    let done = min(max(fraction, 0), 1)
    // Rounds down, so that neither the bar nor the number is full before the end. The added 1e-9
    // corrects floating-point error: 0.29 * 100 is slightly less than 29.
    let filled = Int(done * Double(bar) + 1e-9)
    let percent = String(Int(done * 100 + 1e-9))
    let text =
      String(repeating: "█", count: filled) + String(repeating: "░", count: bar - filled)
      + String(repeating: " ", count: 4 - percent.count) + percent + " %"
    return DisplayWidth.fit(text, to: columns)
  }
}
