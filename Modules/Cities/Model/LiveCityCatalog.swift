import Commerce
import Foundation
import Networking
import Storage
import Sync

/// A catalog that fetches cities from a server and stores them in one directory.
actor LiveCityCatalog: CityCatalog {
  let lists: CachedSource<String, CityListDocument>
  let bundle: BundledCities
  nonisolated let observed: ObservedState<CityState>
  /// The list from which the list in ``state`` was made.
  var listed: NewestList?
  /// The number of calls that are fetching the list.
  var refreshes = 0
  /// The failure of the last list fetch, not counting canceled ones; `nil` after a success.
  var listFailure: FetchStatus?

  private let server: CityServer
  private let stored: SingleRepository<StoredCity>
  private let environment: FeatureEnvironment
  /// The city that the user has chosen in the former app.
  private let former: CityID?
  /// The sequence number of the newest attempt to choose a city; `state` shows only this attempt's
  /// progress.
  private var latestAttempt = 0
  /// The sequence number of the newest successful attempt to choose a city; 0 before the first one.
  private var currentAttempt = 0
  /// The number of calls that have begun to select a language.
  private var languageCalls = 0
  /// The sequence number of the newest call that has selected a language; 0 before the first one.
  private var latestLanguageCall = 0
  /// The last downloaded city; `nil` until a city has been downloaded.
  ///
  /// The property is set before the city is stored. The city becomes ``current`` after the write. So the
  /// first city of a launch is being written while ``current`` is `nil` and this property is not.
  var cityFromResponse: StoredCity?
  /// The current city; `nil` if no city is current.
  ///
  /// The property is set even if the city could not be stored.
  private(set) var current: StoredCity?

  init(
    repositories: CitiesRepositories, language: Language, environment: FeatureEnvironment,
    former: CityID?, bundle: BundledCities
  ) {
    self.environment = environment
    self.former = former
    self.bundle = bundle
    stored = repositories.city
    server = CityServer(transport: environment.transport, now: environment.now)
    var device = environment
    // The list is needed before there is a city, so it does not wait for one.
    device.gate = Gate(in: environment.gate, heeding: [.offline])
    lists = CachedSource(
      "cities", store: repositories.list, scope: "all", capacity: 1, freshFor: .zero, in: device
    ) { [server] _, validator in
      await server.list(unless: validator)
    }
    observed = ObservedState(CityState(language: language))
    environment.city.settle(in: nil)
  }

  nonisolated var state: CityState { observed.state }

  nonisolated func states() -> AsyncStream<CityState> { observed.states() }

  func load() async { if state.stage == .starting { await restore() } }

  func start(with given: CityID?) async {
    let attempts = latestAttempt
    let languageOfStored = await restore()
    let list = state.currentCity == nil ? await loadList() : nil
    let current = state.currentCity?.id
    let isInAnotherLanguage = languageOfStored != nil && languageOfStored != state.language
    var wanted = given ?? current ?? state.migratingCity
    if wanted == nil, state.stage == .choosing(.firstLaunch), let list, list.cities.count == 1 {
      wanted = list.cities[0].id
    }
    // A choice that was in progress, or began while this call waited, takes precedence.
    let isChosen = latestAttempt != attempts || state.downloadingCity != nil
    guard let wanted, !isChosen, wanted != current || isInAnotherLanguage else { return }
    do {
      try await download(wanted)
    } catch {
      // The error is ignored, because `state` already contains the failure.
    }
  }

  func choose(_ id: CityID) async throws(CitiesError) -> City {
    latestAttempt += 1
    let attempt = latestAttempt
    await load()
    guard attempt == latestAttempt else { throw .sync(.superseded) }
    return try await download(id)
  }

  func setLanguage(_ language: Language) async throws(CitiesError) {
    languageCalls += 1
    let call = languageCalls
    let newest = await newestList()
    let offered = newest.document.languages
    // Without a list, the server decides whether the language is available.
    guard offered.isEmpty || offered.contains(language) else {
      throw .unknownLanguage(language, offered: offered)
    }
    // A later call may have waited for a shorter time.
    guard call > latestLanguageCall else { throw .sync(.superseded) }
    latestLanguageCall = call
    let list = state.list == nil ? nil : list(of: newest, in: language)
    observed.update { state in
      state.language = language
      state.list = list
    }
    if let city = state.downloadingCity ?? state.currentCity?.id { try await download(city) }
  }

  /// Makes the stored city current, if no city is current yet.
  ///
  /// - Returns: The language in which the current city was requested; `nil` if no city is current.
  @discardableResult
  private func restore() async -> Language? {
    if let current {
      if state.write != .written { await store(current) }
      return current.language
    }
    do {
      let found = try await stored.value()
      // A call of `choose(_:)` may have ended while the file was being read.
      if let current { return current.language }
      guard cityFromResponse == nil else { return nil }
      current = found
      enter(
        found.map { .ready($0.city) } ?? former.map { .migrating($0) } ?? .choosing(.firstLaunch))
      return found?.language
    } catch {
      if let current { return current.language }
      // During a write, a downloaded city is about to become current. So the user need not choose a
      // city, and the read error is not shown.
      guard cityFromResponse == nil else { return nil }
      enter(.choosing(error.reason))
      return nil
    }
  }

  /// Shows a stage; the other features learn of its city first.
  private func enter(
    _ stage: CityState.Stage, _ change: (inout CityState) -> Void = { _ in }
  ) {
    if case .ready(let city) = stage { environment.city.settle(in: city.context) }
    observed.update { state in
      state.stage = stage
      change(&state)
    }
  }
}

extension LiveCityCatalog {
  /// Downloads a city, stores it, and only then makes it current.
  @discardableResult
  private func download(_ id: CityID) async throws(CitiesError) -> City {
    latestAttempt += 1
    let attempt = latestAttempt
    let language = state.language
    observed.update { $0.choice = .beginning(id, attempt: attempt) }
    let known = cityFromResponse ?? current
    let answer: StoredCity
    do {
      answer = try await server.city(id, in: language, unless: known) { [observed] progress in
        observed.update { $0.choice?.report(progress, attempt: attempt) }
      }
    } catch {
      guard attempt == latestAttempt else { throw .sync(.superseded) }
      observed.update { $0.choice = CityState.Choice(city: id, phase: .failed(error)) }
      if case .unknownCity = error, state.currentCity == nil { enter(.choosing(.unknownCity(id))) }
      throw error
    }
    guard attempt == latestAttempt else { throw .sync(.superseded) }
    let city = accepted(answer, unless: known)
    cityFromResponse = city
    await store(city)
    try makeCurrent(city, by: attempt)
    return city.city
  }

  /// Chooses between the city in a response and the known city.
  ///
  /// A response with a lower revision than the known city probably comes from a lagging server replica,
  /// until `ReplicaLag.longest` has passed since the server last confirmed the known city.
  private func accepted(_ answer: StoredCity, unless known: StoredCity?) -> StoredCity {
    guard let known, known.city.id == answer.city.id, known.language == answer.language,
      ReplicaLag.explains(
        answer.city.revision, below: known.city.revision, confirmed: known.time,
        now: environment.now())
    else { return answer }
    return known
  }

  /// Makes the city of an attempt current; throws if a later attempt has succeeded.
  ///
  /// The file already contains this city, unless the write failed. So the city becomes current even
  /// while a later attempt is in progress. `attempt` is the sequence number of the attempt.
  func makeCurrent(_ city: StoredCity, by attempt: Int) throws(CitiesError) {
    guard attempt > currentAttempt else { throw .sync(.superseded) }
    currentAttempt = attempt
    current = city
    enter(.ready(city.city)) { if attempt == latestAttempt { $0.choice = nil } }
  }

  private func store(_ city: StoredCity) async {
    do throws(StorageError) {
      try await stored.save(city)
      if case .failed(let failure) = stored.writeStatus { throw failure }
      observed.update { $0.write = .written }
    } catch {
      observed.update { $0.write = .failed(error) }
    }
  }
}

extension CityState {
  /// The city that is being downloaded; `nil` if there is none.
  var downloadingCity: CityID? {
    if let choice, case .downloading = choice.phase { choice.city } else { nil }
  }

  /// The former app's city, if it still has to be downloaded; otherwise `nil`.
  var migratingCity: CityID? {
    if case .migrating(let city) = stage { city } else { nil }
  }
}

extension CityState.Choice {
  fileprivate static func beginning(_ city: CityID, attempt: Int) -> Self {
    Self(city: city, phase: .downloading(received: 0, expected: nil), attempt: attempt)
  }

  /// Sets the progress of the download for an attempt to choose a city.
  ///
  /// Does nothing if that attempt has ended or a later attempt has begun. `attempt` is the sequence
  /// number of the attempt.
  fileprivate mutating func report(_ progress: TransferProgress, attempt: Int) {
    guard attempt == self.attempt, case .downloading = phase else { return }
    self = Self(
      city: city,
      phase: .downloading(received: progress.received, expected: progress.expected),
      attempt: attempt)
  }
}

extension StorageError {
  /// The reason why the user has to choose a city after this error.
  fileprivate var reason: CityState.Reason {
    if case .corrupt = self { .damaged(self) } else { .unreadable(self) }
  }
}
