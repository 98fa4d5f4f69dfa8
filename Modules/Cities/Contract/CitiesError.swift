public import Networking
public import Sync

/// An error of a city catalog's call; each case calls for a different reaction.
public enum CitiesError: SyncFailure, Hashable {
  /// An error that all features share.
  ///
  /// A catalog throws `.fetch` when the server has sent nothing usable, `.cancelled`, and
  /// `.superseded` when a later choice was made.
  case sync(SyncError)
  /// The server does not know this city; choose another one.
  case unknownCity(CityID)
  /// The list is not available in this language, only in the offered ones.
  case unknownLanguage(Language, offered: [Language])
}
