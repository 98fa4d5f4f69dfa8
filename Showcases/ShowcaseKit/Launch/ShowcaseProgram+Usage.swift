import Foundation

extension ShowcaseProgram {
  /// The text of `--help`.
  static var usage: String {
    let options = ([.scenario] + self.options).map { option in
      ("--\(option.rawValue) \(option.placeholder)", option.summary)
    }
    let scripts = scenarios.map { ($0.name, $0.summary) }
    let form =
      fullScreen == nil
      ? "Plays all scenarios, one after the other."
      : "Opens full screen in a terminal, and plays the first scenario elsewhere.\n" + whereStateIs
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

  private static var whereStateIs: String {
    do {
      let folder = try StateFolder.standard(for: name).path(percentEncoded: false)
      return """

        The state of the full-screen program is in
          \(folder)
        unless --state names another folder. To start without data, end the program and remove the folder.
        """
    } catch {
      return ""
    }
  }

  private static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map { DisplayWidth.of($0.0) }.max() ?? 0
    return rows.flatMap { name, summary in
      Line(summary).wrapped(columns: 76 - width).enumerated().map { number, line in
        "  \(DisplayWidth.fit(number == 0 ? name : "", to: width))  \(line.text)\n"
      }
    }.joined()
  }
}
