public import Foundation

/// The parsed command line of a showcase; the property of a missing option is `nil`.
public struct ShowcaseOptions: Sendable, Hashable {
  /// The name of the scenario to play instead of opening the full-screen program.
  public private(set) var scenario: String?

  /// The directory for the stored data of the app and of the sandbox server.
  ///
  /// The full-screen program stores the data in this directory, and a scenario in a new directory
  /// inside it. If the property is `nil`, the full-screen program uses the showcase's directory in
  /// Application Support. A scenario then uses a temporary directory, which is removed at the end.
  public private(set) var state: URL?

  /// The language to show, as a BCP 47 code such as `ru`.
  public private(set) var language: String?

  /// The id of the initial city; if it is given, the showcase starts without a city picker.
  public private(set) var city: Int?

  /// The URL of a real server to use instead of the sandbox.
  public private(set) var server: URL?

  /// Whether `--help` was given; the arguments after it are not parsed.
  public private(set) var wantsHelp: Bool = false

  /// Creates options without any value.
  public init() {}

  /// Parses the arguments that follow the program's name.
  ///
  /// If an option is repeated, its last value applies. `--help` ends the parsing.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, each option as `--name value` or `--name=value`.
  ///   - offered: The options accepted in addition to `--help` and `--scenario`.
  ///   - scenarios: The names that `--scenario` accepts.
  /// - Throws: ``UsageError`` for the first invalid argument.
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
      // An argument that begins with two dashes is always an option. Therefore `--state --help`
      // lacks the value of `--state` and is an error. A value that begins with two dashes is given
      // after an equals sign.
      let next = attached ?? (rest.first?.hasPrefix("--") == false ? rest.popFirst() : nil)
      guard let value = next, !value.isEmpty else { throw .missingValue(option: name) }
      try set(value, for: option, scenarios: scenarios)
    }
  }

  /// Returns the element of `offered` that matches ``language``, such as `ru` for `ru-KZ`.
  ///
  /// Returns `nil` if ``language`` is `nil`.
  ///
  /// - Throws: ``UsageError`` if no element matches.
  public func language(among offered: [String]) throws(UsageError) -> String? {
    guard let language else { return nil }
    guard let found = offered.first(where: { $0 == language.prefix { $0 != "-" } }) else {
      let names = offered.joined(separator: ", ")
      throw .malformedValue(language, option: "language", expected: "one of \(names)")
    }
    return found
  }

  private mutating func set(
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
