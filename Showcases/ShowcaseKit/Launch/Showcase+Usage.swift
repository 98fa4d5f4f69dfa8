extension Showcase {
  /// The text of `--help`, also printed after an error in the arguments.
  var usage: String {
    let options = ([.scenario] + offered).map { option in
      ("--\(option.rawValue) \(option.placeholder)", option.summary)
    }
    let scripts = scenarios.map { ($0.name, $0.summary) }
    let form =
      fullScreen == nil
      ? "Plays all scenarios, one after the other."
      : "Opens full screen in a terminal; otherwise plays the first scenario."
    return """
      Usage: \(name) [options]

      \(summary)
      \(form)

      Options:
      \(table([("--help", "Print this text.")] + options))
      Scenarios:
      \(table(scripts))
      """
  }

  private func table(_ rows: [(String, String)]) -> String {
    let width = rows.map { DisplayWidth.of($0.0) }.max() ?? 0
    return rows.map { "  \(DisplayWidth.fit($0.0, to: width))  \($0.1)\n" }.joined()
  }
}
