/// Draws how far something is.
public enum ProgressBar {
  /// Draws a bar with its percentage: `███████░░░░░  58 %`.
  ///
  /// - Parameters:
  ///   - fraction: The part that is done, from 0 to 1, or `nil` when the whole is not known.
  ///   - columns: The width of all, of which the percentage takes six.
  /// - Returns: The text, exactly `columns` wide.
  public static func text(_ fraction: Double?, columns: Int) -> String {
    let bar = max(0, columns - 6)
    guard let fraction, fraction.isFinite else {
      return DisplayWidth.fit(String(repeating: "░", count: bar), to: columns)
    }
    let done = min(max(fraction, 0), 1)
    // Rounded down: neither the bar nor the number is full before everything is there. The grain
    // keeps 0.29 * 100, which falls just short, from being 28.
    let filled = Int(done * Double(bar) + 1e-9)
    let percent = String(Int(done * 100 + 1e-9))
    let text =
      String(repeating: "█", count: filled) + String(repeating: "░", count: bar - filled)
      + String(repeating: " ", count: 4 - percent.count) + percent + " %"
    return DisplayWidth.fit(text, to: columns)
  }
}
