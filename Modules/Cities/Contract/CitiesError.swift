public import Commerce
public import Sync

/// The reason for a failed call of a city catalog; each case requires a different reaction of the app.
public enum CitiesError: SyncFailure, Hashable {
  /// An error that is not specific to cities, such as a failed fetch.
  ///
  /// A catalog throws `.fetch` if no usable response arrived, and `.cancelled` if the task was
  /// canceled. It throws `.superseded` if another city or language was chosen during the call.
  case sync(SyncError)
  /// The server does not know this city; choose another city.
  case unknownCity(CityID)
  /// The list is not available in this language; `offered` contains the available languages.
  case unknownLanguage(Language, offered: [Language])
}

extension CitiesError: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .sync(let error): "\(error)"
    case .unknownCity(let id): "city \(id.rawValue) does not exist; choose another one"
    case .unknownLanguage(let language, let offered):
      "the language \(language.rawValue) is not offered; choose one of "
        + offered.map(\.rawValue).joined(separator: ", ")
    }
  }
}
