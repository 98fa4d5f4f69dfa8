public import Networking
public import Storage
public import Sync

/// The state of the app's city, which a screen can draw completely.
///
/// There is at most one current city, and ``stage`` holds it. An attempt in progress, or a failed
/// one, is in ``choice`` and never removes the current city. The rows of a picker are in ``list``.
public struct CityState: Sendable, Hashable {
  /// The stage of a launch; only ``ready(_:)`` has a current city.
  public enum Stage: Sendable, Hashable {
    /// The stored city is being read; show nothing yet.
    case starting
    /// The city of a former app is being migrated.
    ///
    /// ``CityState/choice`` has the progress of its download or the failure.
    /// ``CityCatalog/start(with:)`` retries, and the user may choose another city.
    case migrating(CityID)
    /// No current city; the app shows the list.
    case choosing(Reason)
    /// The current city, with which the app opens.
    case ready(City)
  }

  /// The reason why the user must choose a city.
  public enum Reason: Sendable, Hashable {
    /// No city was ever chosen on this device.
    case firstLaunch
    /// The server does not know the requested city.
    case unknownCity(CityID)
    /// The value that a former app stored as the city's number is not a number.
    case formerCityUnreadable(LegacyIdentifierError)
    /// The stored city is damaged; its bytes have been moved aside.
    case damaged(StorageError)
    /// The stored city cannot be read, now or by this release.
    ///
    /// Another start may succeed. The user may choose a city, which may last only for this run; the
    /// stored file remains untouched.
    case unreadable(StorageError)
  }

  /// An attempt to make a city current, or to fetch it in another language.
  public struct Choice: Sendable, Hashable {
    /// The phase of an attempt.
    public enum Phase: Sendable, Hashable {
      /// The city is being downloaded: the bytes received, and the total if it is known.
      case downloading(received: Int, expected: Int?)
      /// The attempt failed; choosing the same city again retries it.
      case failed(CitiesError)
    }

    /// The requested city.
    public let city: CityID
    /// The phase of the attempt.
    public let phase: Phase

    /// The number of the attempt, which distinguishes its progress from that of a superseded one.
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
  /// The requested language.
  public package(set) var language: Language
  /// The cities to choose from; `nil` until they are needed.
  ///
  /// ``CityCatalog/start(with:)`` loads them when there is no current city, and
  /// ``CityCatalog/loadList()`` in any case.
  public package(set) var list: CityList?
  /// The status of fetching the list: `.idle`, `.fetching` or `.failed`.
  public package(set) var listFetch = FetchStatus.idle
  /// The result of removing a former app's files; `nil` before that, or if there were none.
  public package(set) var removal: LegacyDatabase.Removal?
  /// Whether the current city is stored; `.pending` has the reason why a restart would lose it.
  public package(set) var write = WriteStatus.written

  package init(language: Language) {
    stage = .starting
    self.language = language
  }

  /// The current city, or `nil`; code behind the picker receives the city itself instead.
  public var currentCity: City? {
    if case .ready(let city) = stage { city } else { nil }
  }

  /// The context of requests that depend on the city; `nil` until there is a current city.
  ///
  /// The context has the language of the city's texts and changes atomically with the city.
  public var context: RequestContext? { currentCity?.context }
}
