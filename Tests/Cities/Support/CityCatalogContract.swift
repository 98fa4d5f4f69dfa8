public import Testing

/// Rules of every city catalog, the live one and the one in memory.
public enum CityCatalogContract: String, CaseIterable, Sendable {
  case beforeStart = "Before the start the state says nothing yet"
  case firstLaunch = "A start without stored data leads to the list of a first launch"
  case startAgain = "Starting again changes nothing when nothing has failed"
  case listOffline = "The list is there without network, before and after the start"
  case firstCities =
    "The first cities are those that the list begins with, before and after it is read"

  case chosen = "A choice makes exactly that city current and returns it"
  case beforeStartChosen = "A city can be chosen without a start"
  case failed = "A failed choice keeps the previous city and is told with its own city's number"
  case failedFirst = "A failed first choice leaves the list open"
  case hostile = "An answer of an intermediary removes no city and no list"
  case hostileLeaving = "An answer of an intermediary removes nothing of a former app"
  case retried = "Choosing again after a failure works and clears it"
  case unknown = "An unknown number is refused as that and leaves the current city alone"
  case otherCity = "Details of another city are refused"
  case cancelled = "A cancelled choice says so and changes no city"

  case given = "A given number skips the picker"
  case givenUnknown = "A given unknown number leads to the list and is named there"
  case givenUnknownLater = "A given unknown number leaves the stored city current"
  case givenOffline = "A given city that cannot be reached is retried by starting again"

  case superseded = "A later choice takes the place of an earlier one, whichever answers first"
  case supersededFailure = "The failure of a superseded choice is not told"
  case laterFails = "The city before two choices stays if the later one fails"

  case leaving = "The city of a former app is brought over, without a picker"
  case leavingRenamed = "The city of a former app is found under each of its keys"
  case leavingOffline = "Without network it is kept, named, and retried by starting again"
  case leavingUnknown =
    "One that the server does not know leads to the list, and is not asked again"
  case leavingUnreadable = "Something else in its place leads to the list, which says so"
  case leavingChosen = "Another one may be chosen while it cannot be reached"
  case leavingKept = "A city that was kept here goes before it"
  case leavingGiven = "A given number goes before it"
  case gate = "The gate opens when a city is settled, and names what it waits for before"

  case watched = "States begin with the present one and show no city that was not chosen"
  case watchers = "Every watcher is told the newest state"

  case contextless =
    "Before a city has settled there is no request context, nor while one downloads"
  case context = "A request context names the current city, its country and its language"
  case contextKept = "A request context is there after a restart, and as it was after a failure"
  case contextWatched = "No state has the request context of another city than its own"

  case languageOfList = "A language is switched in the list at once, before the start too"
  case languageOfCity = "A language is switched in the current city without a new choice"
  case languageUnknown = "A language that nothing is offered in is refused and changes nothing"
  case languageOffline = "Offline the list switches its language and the city stays as it was"
  case languageDuringChoice = "A language switched during a choice is that of the chosen city"

  case negotiated = "The best of the offered languages for a person can be used at once"
  case found = "In every language a city is found by its names in all, in any letters"
  case foundAll = "Text without letters finds all cities, and text that no name has finds none"
  case foundAfterRefresh = "A city of a newer list is found in it, in every language"
  case nearest = "The nearest city is found, unless it is farther than the radius"
  case grouped = "Groups are countries in the order of the alphabet, with their cities in it too"

  case refreshNewer = "A newer list takes the place of the one before"
  case refreshUnchanged = "The same list again is no change"
  case refreshOlder = "An older list is ignored"
  case refreshTooHigh =
    "A list whose revision was too high once is replaced an hour later, also after a restart"
  case refreshRestored = "A server that was restored from a backup is followed after an hour"
  case refreshAlternating = "A lagging replica that answers in turn never takes the list back"
  case refreshFailed = "A failed refresh leaves the list as it was"

  case restarted = "After a restart the city is ready without any request"
  case restartedOffline = "After a restart in another language offline the city stays as it was"
  case restartedInLanguage = "After a restart in another language the city is read again"
  case restartedGiven = "After a restart a given number goes before the kept city"
  case restartedList = "After a restart the newer list is still the one"
  case restartedFirstCities = "After a restart the first cities are those of the newer list"
  case restartedFailure = "After a restart nothing is left of a failed choice"

  case endsCancelled =
    "In a cancelled task every call ends, and what asks the server says that it was cancelled"
  case endsLate =
    "A call that is cancelled while the server does not answer says so"

  /// Verifies this rule on a new device.
  public func verify(on device: some CityDevice) async throws {
    switch self {
    case .beforeStart: beforeStart(device)
    case .firstLaunch: await firstLaunch(device)
    case .startAgain: try await startAgain(device)
    case .listOffline: try await listOffline(device)
    case .firstCities: try await firstCities(device)
    case .chosen: try await chosen(device)
    case .beforeStartChosen: try await beforeStartChosen(device)
    case .failed: try await failed(device)
    case .failedFirst: await failedFirst(device)
    case .hostile: try await hostile(device)
    case .hostileLeaving: try await hostileLeaving(device)
    case .retried: try await retried(device)
    case .unknown: try await unknown(device)
    case .otherCity: try await otherCity(device)
    case .cancelled: try await cancelled(device)
    case .given: await given(device)
    case .givenUnknown: await givenUnknown(device)
    case .givenUnknownLater: try await givenUnknownLater(device)
    case .givenOffline: await givenOffline(device)
    case .superseded: try await superseded(device)
    case .supersededFailure: try await supersededFailure(device)
    case .laterFails: try await laterFails(device)
    case .leaving: await leaving(device)
    case .leavingRenamed: await leavingRenamed(device)
    case .leavingOffline: await leavingOffline(device)
    case .leavingUnknown: await leavingUnknown(device)
    case .leavingUnreadable: await leavingUnreadable(device)
    case .leavingChosen: try await leavingChosen(device)
    case .leavingKept: try await leavingKept(device)
    case .leavingGiven: await leavingGiven(device)
    case .gate: try await gate(device)
    case .watched: try await watched(device)
    case .watchers: try await watchers(device)
    case .contextless: try await contextless(device)
    case .context: try await context(device)
    case .contextKept: try await contextKept(device)
    case .contextWatched: try await contextWatched(device)
    case .languageOfList: try await languageOfList(device)
    case .languageOfCity: try await languageOfCity(device)
    case .languageUnknown: try await languageUnknown(device)
    case .languageOffline: try await languageOffline(device)
    case .languageDuringChoice: try await languageDuringChoice(device)
    case .negotiated: try await negotiated(device)
    case .found: try await found(device)
    case .foundAll: try await foundAll(device)
    case .foundAfterRefresh: try await foundAfterRefresh(device)
    case .nearest: try await nearest(device)
    case .grouped: try await grouped(device)
    case .refreshNewer: try await refreshNewer(device)
    case .refreshUnchanged: try await refreshUnchanged(device)
    case .refreshOlder: try await refreshOlder(device)
    case .refreshTooHigh: try await refreshTooHigh(device)
    case .refreshRestored: try await refreshRestored(device)
    case .refreshAlternating: try await refreshAlternating(device)
    case .refreshFailed: try await refreshFailed(device)
    case .restarted: try await restarted(device)
    case .restartedOffline: try await restartedOffline(device)
    case .restartedInLanguage: try await restartedInLanguage(device)
    case .restartedGiven: try await restartedGiven(device)
    case .restartedList: try await restartedList(device)
    case .restartedFirstCities: try await restartedFirstCities(device)
    case .restartedFailure: try await restartedFailure(device)
    case .endsCancelled: await endsCancelled(device)
    case .endsLate: await endsLate(device)
    }
  }
}

extension CityCatalogContract: CustomTestStringConvertible {
  /// Name of the rule.
  public var testDescription: String { rawValue }
}
