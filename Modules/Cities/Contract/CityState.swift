public import Networking
public import Storage
public import Sync

/// The state of the app's city, which contains all data for a screen.
///
/// There is at most one current city; ``stage`` contains it. An attempt to choose another city is in
/// ``choice`` while it is in progress or after it failed. The current city remains until an attempt
/// succeeds. The cities for a picker are in ``list``.
public struct CityState: Sendable, Hashable {
  /// The stage of a launch; only ``ready(_:)`` has a current city.
  public enum Stage: Sendable, Hashable {
    /// The stored city is being read; show no screen yet.
    case starting
    /// The city of a former app is being migrated.
    ///
    /// ``CityState/choice`` has the progress of the download, or the failure.
    /// ``CityCatalog/start(with:)`` tries again, and the user may choose another city.
    case migrating(CityID)
    /// No city is current: show the list, so that the user chooses one.
    case choosing(Reason)
    /// This city is current: show the app.
    case ready(City)
  }

  /// The reason why the user must choose a city.
  public enum Reason: Sendable, Hashable {
    /// The user has never chosen a city on this device.
    case firstLaunch
    /// The server does not know the requested city.
    case unknownCity(CityID)
    /// The value under the key of the former app's city is not a number.
    case formerCityUnreadable(LegacyIdentifierError)
    /// The stored city is damaged; its bytes have been preserved in another file.
    case damaged(StorageError)
    /// The stored city cannot be read now, or cannot be read by this release.
    ///
    /// The next start may succeed. The stored file is not changed, so if the user chooses a city, a
    /// restart may lose this choice.
    case unreadable(StorageError)
  }

  /// An attempt to choose a city, or to fetch the current city in another language.
  public struct Choice: Sendable, Hashable {
    /// The phase of an attempt.
    public enum Phase: Sendable, Hashable {
      /// The city is being downloaded; `expected` is the total number of bytes if it is known.
      case downloading(received: Int, expected: Int?)
      /// The attempt failed; choosing the same city again repeats it.
      case failed(CitiesError)
    }

    /// The requested city.
    public let city: CityID
    /// The phase of the attempt.
    public let phase: Phase

    /// The number of the attempt, by which the progress of earlier attempts is recognized and ignored.
    let attempt: Int

    package init(city: CityID, phase: Phase, attempt: Int = 0) {
      self.city = city
      self.phase = phase
      self.attempt = attempt
    }
  }

  /// The stage, with the current city if there is one.
  public package(set) var stage: Stage
  /// The attempt in progress, or the last one if it failed; `nil` after a success.
  public package(set) var choice: Choice?
  /// The requested language, which may differ from that of the city's texts.
  public package(set) var language: Language
  /// The cities to choose from; `nil` until they are loaded.
  ///
  /// ``CityCatalog/start(with:)`` loads them only if there is no current city; ``CityCatalog/loadList()``
  /// always does.
  public package(set) var list: CityList?
  /// The status of fetching the list: `.idle`, `.fetching` or `.failed`.
  public package(set) var listFetch = FetchStatus.idle
  /// The result of removing a former app's files; `nil` if they have not been removed or did not exist.
  public package(set) var removal: LegacyDatabase.Removal?
  /// The write status of the current city; after `.failed`, a restart would lose the city.
  public package(set) var write = WriteStatus.written

  package init(language: Language) {
    stage = .starting
    self.language = language
  }

  /// The current city, or `nil`.
  ///
  /// Code that requires a city should receive a ``City`` instead.
  public var currentCity: City? {
    if case .ready(let city) = stage { city } else { nil }
  }

  /// The context of requests that depend on the city; `nil` until there is a current city.
  ///
  /// The context contains the language of the city's texts, and changes together with the city.
  public var context: RequestContext? { currentCity?.context }
}
