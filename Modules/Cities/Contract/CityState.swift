public import Networking
public import Storage

/// Where the app stands with its city, as a screen draws it.
///
/// There is one current city or none, and `stage` says which. A choice under way, or one that
/// failed, is told beside it and never takes the current city away.
public struct CityState: Sendable, Hashable {
  /// Whether there is a current city.
  public enum Stage: Sendable, Hashable {
    /// What was kept is being read; show nothing yet.
    case starting
    /// The city that a former app was in is being brought over; ``CityState/choice`` says how far
    /// that is, or why it failed. Starting again retries, and another city may be chosen.
    case migrating(City.ID)
    /// There is no current city; show the list.
    case choosing(Reason)
    /// There is exactly one current city; open the app with it.
    case ready(City)
  }

  /// Why a city has to be chosen.
  public enum Reason: Sendable, Hashable {
    /// None was ever chosen on this device.
    case firstLaunch
    /// The server does not know the city that was asked for.
    case unknownCity(City.ID)
    /// What a former app kept in the place of a city's number is none.
    case formerCityUnreadable(String)
    /// The kept city is damaged; its bytes have been set aside.
    case damaged(String)
    /// The kept city cannot be read, now or by this release. Starting again may find it; choosing
    /// anew works, if only for this run, and what was kept stays untouched.
    case unreadable(String)
  }

  /// An attempt to make a city the current one, or to read it in another language.
  public struct Choice: Sendable, Hashable {
    /// How far an attempt has come.
    public enum Phase: Sendable, Hashable {
      /// The city's details are arriving: bytes so far, and in all where the server tells.
      case downloading(received: Int, expected: Int?)
      /// The attempt ended; choosing the same city again retries it.
      case failed(CitiesError)
    }

    /// The city asked for.
    public let city: City.ID
    /// How far the attempt has come.
    public let phase: Phase

    /// Tells progress of this attempt from that of one it superseded.
    let attempt: Int

    package init(city: City.ID, phase: Phase, attempt: Int = 0) {
      self.city = city
      self.phase = phase
      self.attempt = attempt
    }
  }

  /// Whether there is a current city.
  public package(set) var stage: Stage
  /// The attempt under way or the last one that failed; `nil` after success.
  public package(set) var choice: Choice?
  /// The language asked for.
  public package(set) var language: Language
  /// What became of a former app's files; `nil` while they are needed, or were never there.
  public package(set) var removal: AbandonedDatabase.Removal?
  /// Why the current city would not survive a restart; `nil` when it would.
  public package(set) var notKept: String?

  package init(language: Language) {
    stage = .starting
    self.language = language
  }

  /// The current city, for code that has to ask; code behind the picker is given the city itself.
  public var currentCity: City? {
    if case .ready(let city) = stage { city } else { nil }
  }

  /// What every request that needs a city is made with; `nil` until there is a current city.
  ///
  /// It speaks the language of the city's own texts, and changes in one step with the city.
  public var context: RequestContext? { currentCity?.context }
}
