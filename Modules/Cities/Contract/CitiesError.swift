/// Why a city or a list could not be had; each case asks for a different answer.
public enum CitiesError: Error, Sendable, Hashable {
  /// There is no network; try again when it is back.
  case offline
  /// The server took too long; try again.
  case timedOut
  /// The server could not answer; try again later. The text is for logs.
  case serverTrouble(String)
  /// The server's answer cannot be used and was not kept. The text names the place.
  case unusableAnswer(String)
  /// The server does not know this city; choose another.
  case unknownCity(City.ID)
  /// Nothing is offered in this language, only in those.
  case unknownLanguage(Language, offered: [Language])
  /// A later choice took the place of this one.
  case superseded
  /// The calling task was cancelled.
  case cancelled
  /// The list that the app was shipped with is missing or broken: the app has to be installed anew.
  case brokenBundle(String)
}

extension CitiesError: CustomStringConvertible {
  /// One sentence for a person who has to act on it.
  public var description: String {
    switch self {
    case .offline: "no network"
    case .timedOut: "the server took too long"
    case .serverTrouble(let text): "the server could not answer: \(text)"
    case .unusableAnswer(let text): "the server's answer cannot be used: \(text)"
    case .unknownCity(let id): "there is no city \(id.rawValue)"
    case .unknownLanguage(let language, let offered):
      "nothing is offered in \"\(language.rawValue)\", only in "
        + offered.map(\.rawValue).joined(separator: ", ")
    case .superseded: "another choice was made meanwhile"
    case .cancelled: "cancelled"
    case .brokenBundle(let text): "the app's own city list is broken: \(text)"
    }
  }
}
