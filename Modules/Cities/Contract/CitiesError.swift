/// The reason why a city or a list is unavailable; each case calls for a different reaction.
public enum CitiesError: Error, Sendable, Hashable {
  /// The network is unavailable; retry when it returns.
  case offline
  /// The server did not respond in time; retry.
  case timedOut
  /// The server could not process the request; retry later.
  ///
  /// The text is for logs.
  case serverTrouble(String)
  /// The server's response is invalid and was discarded.
  ///
  /// The text names the invalid part.
  case unusableAnswer(String)
  /// The server does not know this city; choose another one.
  case unknownCity(City.ID)
  /// The list is not available in this language, only in the offered ones.
  case unknownLanguage(Language, offered: [Language])
  /// A later choice superseded this one.
  case superseded
  /// The calling task was canceled.
  case cancelled
  /// The list that is shipped with the app is missing or broken; the app must be reinstalled.
  case brokenBundle(String)
}

extension CitiesError: CustomStringConvertible {
  /// A short description for the user.
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
