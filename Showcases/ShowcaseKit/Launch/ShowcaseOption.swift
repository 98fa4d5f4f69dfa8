/// A command-line option that a showcase can offer, such as `--language ru`; each requires a value.
public enum ShowcaseOption: String, Sendable, CaseIterable {
  /// The scenario to play; every showcase offers this option.
  case scenario
  /// The directory for the stored data of the app and of the sandbox server.
  case state
  /// The code of the language to show.
  case language
  /// The id of the initial city.
  case city
  /// The URL of a server to use instead of the sandbox.
  case server

  var placeholder: String {
    switch self {
    case .scenario: "NAME"
    case .state: "DIR"
    case .language: "CODE"
    case .city: "ID"
    case .server: "URL"
    }
  }

  var summary: String {
    switch self {
    case .scenario: "Play a scripted scenario and print its transcript."
    case .state: "Store the state in DIR; a scenario creates a new directory in it."
    case .language: "Show texts in this language."
    case .city: "Start in this city."
    case .server: "Send requests to this server instead of the embedded sandbox."
    }
  }
}
