public import Commerce
public import Networking
public import Storage
public import Sync

/// The state of a ``CityCatalog``, with all data for a screen.
///
/// There is at most one current city; ``stage`` contains it. An attempt to choose another city is in
/// ``choice`` while it is in progress or after it failed. The current city remains until an attempt
/// succeeds. The cities for a picker are in ``list``.
public struct CityState: Sendable, Equatable {
  /// The stage of a launch; only ``ready(_:)`` has a current city.
  public enum Stage: Sendable, Hashable {
    /// The stored city is being read; show no screen yet.
    case starting
    /// The city that the user chose in the former app must be downloaded to become current.
    ///
    /// ``CityState/choice`` contains the progress or the failure of the download. After a failure, call
    /// ``CityCatalog/start(with:)`` again, or let the user choose another city.
    case migrating(CityID)
    /// No city is current; show the list, from which the user chooses a city.
    case choosing(Reason)
    /// This city is current: show the app.
    case ready(City)
  }

  /// The reason why the user must choose a city.
  public enum Reason: Sendable, Hashable {
    /// The user has never chosen a city on this device.
    case firstLaunch
    /// The server does not know the city that was requested.
    case unknownCity(CityID)
    /// The stored city is damaged; its bytes are preserved in another file.
    case damaged(StorageError)
    /// The stored city cannot be read at the moment, or this release of the app cannot read it.
    ///
    /// The next launch may be able to read the stored city, so its file is not overwritten. A city that
    /// the user chooses now may therefore be lost at a restart.
    case unreadable(StorageError)
  }

  /// An attempt to choose a city, or to fetch the current city in another language.
  public struct Choice: Sendable, Hashable {
    /// The progress of an attempt, or its failure.
    public enum Phase: Sendable, Hashable {
      /// The city is being downloaded: the number of bytes so far, and the total number if it is known.
      case downloading(received: Int, expected: Int?)
      /// The attempt failed; choosing the same city again repeats it.
      case failed(CitiesError)
    }

    /// The id of the requested city, which the server may not know.
    public let city: CityID
    /// The progress or the failure of the attempt; after a success, there is no ``CityState/choice``.
    public let phase: Phase

    /// The sequence number of the attempt; progress with another number is from an earlier attempt and
    /// is ignored.
    let attempt: Int

    package init(city: CityID, phase: Phase, attempt: Int = 0) {
      self.city = city
      self.phase = phase
      self.attempt = attempt
    }
  }

  /// The stage of the launch, with the current city if there is one.
  public package(set) var stage: Stage
  /// The current attempt to choose a city, or the last attempt if it failed; otherwise `nil`.
  public package(set) var choice: Choice?
  /// The requested language; the texts of the current city may be in a fallback language.
  public package(set) var language: Language
  /// The cities to choose from; `nil` until they are loaded.
  ///
  /// ``CityBrowser/loadList()`` always loads them. ``CityCatalog/start(with:)`` loads them only if
  /// there is no current city.
  public package(set) var list: CityList?
  /// The status of fetching the list: `.idle`, `.fetching`, `.failed`, or `.closed` without a network.
  ///
  /// While the list is not up to date, ``list`` is the previous list, or empty if there was none.
  /// ``CityBrowser/refreshListWithRetries()`` repeats a failed fetch.
  public package(set) var listFetch = FetchStatus.idle
  /// The write status of the current city; after `.failed`, a restart would lose the city.
  public package(set) var write = WriteStatus.written

  package init(language: Language) {
    stage = .starting
    self.language = language
  }

  /// The city of the stage ``Stage/ready(_:)``; `nil` in any other stage.
  ///
  /// Code that requires a city should have a parameter of type ``City`` instead.
  public var currentCity: City? {
    if case .ready(let city) = stage { city } else { nil }
  }

  /// The context for requests in the current city; `nil` if no city is current.
  ///
  /// The context contains the country, the city and the language of the city's texts.
  public var context: RequestContext? { currentCity?.context }
}
