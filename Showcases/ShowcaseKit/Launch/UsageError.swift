/// Why the arguments cannot be followed, as a sentence for whoever typed them.
public enum UsageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The showcase offers no such option.
  case unknownOption(String)
  /// Something that is no option and no option's value.
  case unexpectedArgument(String)
  /// An option stands without its value.
  case missingValue(option: String)
  /// An option that is a switch was given a value.
  case valueNotTaken(option: String)
  /// A value is not of its option's kind.
  case malformedValue(String, option: String, expected: String)
  /// No scenario has this name.
  case unknownScenario(String, known: [String])

  /// The sentence.
  public var description: String {
    switch self {
    case .unknownOption(let name): "unknown option --\(name)"
    case .unexpectedArgument(let argument): "unexpected argument '\(argument)'"
    case .missingValue(let option): "--\(option) needs a value"
    case .valueNotTaken(let option): "--\(option) takes no value"
    case .malformedValue(let value, let option, let expected):
      "--\(option) takes \(expected), not '\(value)'"
    case .unknownScenario(let name, let known):
      "unknown scenario '\(name)'; the scenarios are \(known.joined(separator: ", "))"
    }
  }
}
