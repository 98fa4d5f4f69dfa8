/// An error in the command-line arguments, with a sentence for the user.
public enum UsageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The showcase offers no option with this name.
  case unknownOption(String)
  /// The argument is neither an option nor an option's value.
  case unexpectedArgument(String)
  /// The option has no value.
  case missingValue(option: String)
  /// An option that accepts no value was given one, such as `--help=yes`.
  case valueNotTaken(option: String)
  /// The value does not have the option's format, which `expected` describes.
  case malformedValue(String, option: String, expected: String)
  /// No scenario has this name; `known` contains the names of all scenarios.
  case unknownScenario(String, known: [String])

  /// The sentence for the user.
  public var description: String {
    switch self {
    case .unknownOption(let name): "unknown option --\(name)"
    case .unexpectedArgument(let argument):
      "unexpected argument '\(argument)': options begin with two dashes"
    case .missingValue(let option): "--\(option) requires a value"
    case .valueNotTaken(let option): "--\(option) accepts no value"
    case .malformedValue(let value, let option, let expected):
      "--\(option) requires \(expected), not '\(value)'"
    case .unknownScenario(let name, let known):
      "unknown scenario '\(name)': use one of \(known.joined(separator: ", "))"
    }
  }
}
