public import Foundation

/// What the command line asks of a showcase.
public struct ShowcaseOptions: Sendable, Hashable {
  /// The scenario to play instead of opening full screen.
  public private(set) var scenario: String?

  /// The folder to keep the state in.
  ///
  /// A scenario creates a new folder in it. Without the option full screen has a folder of its own, and
  /// a scenario one that is removed at the end.
  public private(set) var state: URL?

  /// The language to show, as a BCP 47 code such as `ru`.
  public private(set) var language: String?

  /// The city to begin with, which skips the pickers.
  public private(set) var city: Int?

  /// The real server to talk to instead of the sandbox.
  public private(set) var server: URL?

  /// Whether the usage was asked for; whatever follows `--help` is not read.
  public private(set) var wantsHelp: Bool = false

  /// Creates options that ask for nothing.
  public init() {}

  /// Reads the arguments that follow the program's name; a repeated option counts as its last.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, each option as `--name value` or `--name=value`.
  ///   - offered: The options known beside `--help` and `--scenario`.
  ///   - scenarios: The names that `--scenario` accepts.
  /// - Throws: ``UsageError`` at the first argument that cannot be followed.
  public init(
    parsing arguments: [String], offered: [ShowcaseOption], scenarios: [String]
  ) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--") else { throw .unexpectedArgument(argument) }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0].dropFirst(2))
      let attached = parts.count > 1 ? String(parts[1]) : nil
      if name == "help" {
        guard attached == nil else { throw .valueNotTaken(option: name) }
        wantsHelp = true
        return
      }
      guard let option = ShowcaseOption(rawValue: name), (offered + [.scenario]).contains(option)
      else { throw .unknownOption(name) }
      // What looks like the next option is one: `--state --help` forgot a folder. An odd value
      // that begins with two dashes can still be given after an equals sign.
      let next = attached ?? (rest.first?.hasPrefix("--") == false ? rest.popFirst() : nil)
      guard let value = next, !value.isEmpty else { throw .missingValue(option: name) }
      try take(value, for: option, scenarios: scenarios)
    }
  }

  private mutating func take(
    _ value: String, for option: ShowcaseOption, scenarios: [String]
  ) throws(UsageError) {
    switch option {
    case .scenario:
      guard scenarios.contains(value) else { throw .unknownScenario(value, known: scenarios) }
      scenario = value
    case .state:
      state = URL(filePath: value, directoryHint: .isDirectory)
    case .language:
      language = value
    case .city:
      guard let id = Int(value) else {
        throw .malformedValue(value, option: option.rawValue, expected: "a number")
      }
      city = id
    case .server:
      guard let url = URL(string: value), let host = url.host(), !host.isEmpty,
        ["http", "https"].contains(url.scheme?.lowercased())
      else {
        throw .malformedValue(
          value, option: option.rawValue, expected: "an http or https address")
      }
      server = url
    }
  }
}
