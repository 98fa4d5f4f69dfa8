import Foundation
import Networking
import Storage
import Sync

/// A catalog that downloads cities from a server and stores them in one directory.
actor DefaultCityCatalog: CityCatalog {
  let server: CityServer
  let repositories: CitiesRepositories
  let former: LegacyApp?
  let bundle: BundledCities
  let now: @Sendable () -> Date
  let clock: any Clock<Duration>
  let gate: Gate
  var random: any RandomNumberGenerator & Sendable
  nonisolated let broadcast: StateBroadcast

  /// The newest usable list; `nil` until it is first requested.
  var known: KnownList?
  /// The times at which the server last confirmed the list of cities and the current city; `nil` until
  /// the file with the times has been read.
  var confirmations: StoredConfirmations?
  var areConfirmationsStored = false
  /// The number of list fetches in progress.
  var refreshes = 0
  /// The failure of the last list fetch, not counting canceled ones; `nil` after a success.
  var listFailure: FetchFailure?
  /// The delay that the server demanded in its last response with a failure; `nil` if it demanded none.
  var listRetryAfter: Duration?

  /// The sequence number of the newest attempt to choose a city; `state` shows only this attempt's
  /// progress.
  var latestAttempt = 0
  /// The sequence number of the newest successful attempt to choose a city; 0 before the first one.
  var currentAttempt = 0
  /// The number of calls that have begun to select a language.
  var languageCalls = 0
  /// The sequence number of the newest call that has selected a language; 0 before the first one.
  private var latestLanguageCall = 0
  /// Whether the removal of the data of the former app (``LegacyApp``) has begun.
  var hasBegunRemoval = false
  /// The last downloaded city; `nil` until a city has been downloaded.
  ///
  /// The property is set before the city is stored. The city becomes ``current`` after the write. So the
  /// first city of a launch is being written while ``current`` is `nil` and this property is not.
  var cityFromResponse: KeptCity?
  /// The current city, with the requested language and the server's `ETag`; `nil` if no city is
  /// current.
  ///
  /// The property is set even if the city could not be stored.
  var current: KeptCity?

  init(
    server: CityServer, repositories: CitiesRepositories, language: Language,
    environment: FeatureEnvironment, former: LegacyApp?, bundle: BundledCities
  ) {
    self.server = server
    self.repositories = repositories
    self.former = former
    self.bundle = bundle
    now = environment.now
    (clock, gate, random) = (environment.clock, environment.gate, environment.random)
    broadcast = StateBroadcast(CityState(language: language), in: environment)
  }

  nonisolated var state: CityState { broadcast.state }

  nonisolated func states() -> AsyncStream<CityState> {
    broadcast.states()
  }

  func start(with given: CityID?) async {
    let attempts = latestAttempt
    let languageOfKept = await restore()
    let list = state.currentCity == nil ? await loadList() : nil
    let current = state.currentCity?.id
    let isInAnotherLanguage = languageOfKept != nil && languageOfKept != state.language
    var wanted = given ?? current ?? state.migratingCity
    if wanted == nil, state.stage == .choosing(.firstLaunch), let list, list.cities.count == 1 {
      wanted = list.cities[0].id
    }
    // A choice that was in progress, or began while this call waited, takes precedence.
    let isChosen = latestAttempt != attempts || state.downloadingCity != nil
    if let wanted, !isChosen, wanted != current || isInAnotherLanguage {
      do {
        try await download(wanted)
      } catch {
        // The error is ignored, because `state` already contains the failure.
      }
    }
    await removeLegacyData()
  }

  func choose(_ id: CityID) async throws(CitiesError) -> City {
    latestAttempt += 1
    let attempt = latestAttempt
    if state.stage == .starting { await restore() }
    guard attempt == latestAttempt else { throw .sync(.superseded) }
    let city = try await download(id)
    await removeLegacyData()
    return city
  }

  func setLanguage(_ language: Language) async throws(CitiesError) {
    languageCalls += 1
    let call = languageCalls
    var list: CityList?
    // At a launch into a city, no list is shown. The first rows then suffice, unless they lack the
    // language, and are read in a hundredth of the time.
    let firstRows = state.list == nil ? await storedBeginning() : nil
    // Another call may have loaded the list while this call waited for the first rows.
    if state.list != nil || firstRows?.languages.contains(language) != true {
      let best = await bestList()
      let offered = best.document.languages
      // Without a list, the server decides whether the language is available.
      guard offered.isEmpty || offered.contains(language) else {
        throw .unknownLanguage(language, offered: offered)
      }
      if state.list != nil { list = wholeList(of: best, in: language) }
    }
    // A later call may have waited for a shorter time.
    guard call > latestLanguageCall else { throw .sync(.superseded) }
    latestLanguageCall = call
    broadcast.update { state in
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
      let stored = try await repositories.city.value()
      // A call of `choose(_:)` may have ended while the file was being read.
      if let current { return current.language }
      guard cityFromResponse == nil else { return nil }
      current = stored
      let stage = stored.map { .ready($0.city) } ?? former?.stage ?? .choosing(.firstLaunch)
      broadcast.update { $0.stage = stage }
      return stored?.language
    } catch {
      if let current { return current.language }
      // During a write, a downloaded city is about to become current. So the user need not choose a
      // city, and the read error is not shown.
      guard cityFromResponse == nil else { return nil }
      broadcast.update { $0.stage = .choosing(error.reason) }
      return nil
    }
  }
}

extension DefaultCityCatalog {
  /// Downloads a city, stores it, and only then makes it current.
  @discardableResult
  func download(_ id: CityID) async throws(CitiesError) -> City {
    latestAttempt += 1
    let attempt = latestAttempt
    let language = state.language
    let broadcast = broadcast
    broadcast.update { $0.choice = .beginning(id, attempt: attempt) }
    await readConfirmations()
    let known = cityFromResponse ?? current
    let answer: KeptCity
    do {
      answer = try await server.city(id, in: language, unless: known) { progress in
        broadcast.update { $0.choice?.report(progress, attempt: attempt) }
      }
    } catch {
      let reason = error.reason
      guard attempt == latestAttempt else { throw .sync(.superseded) }
      broadcast.update { state in
        state.choice = CityState.Choice(city: id, phase: .failed(reason))
        if case .unknownCity = reason, state.currentCity == nil {
          state.stage = .choosing(.unknownCity(id))
        }
      }
      if case .unknownCity = reason { forgetFormerCity(id) }
      throw reason
    }
    guard attempt == latestAttempt else { throw .sync(.superseded) }
    let city = await accepted(answer, unless: known)
    guard attempt == latestAttempt else { throw .sync(.superseded) }
    cityFromResponse = city
    await store(city)
    try makeCurrent(city, by: attempt)
    if city == answer { await confirm(city) }
    return city.city
  }

  /// Makes the city of an attempt current; throws if a later attempt has succeeded.
  ///
  /// The file already contains this city, unless the write failed. So the city becomes current even
  /// while a later attempt is in progress. `attempt` is the sequence number of the attempt.
  func makeCurrent(_ city: KeptCity, by attempt: Int) throws(CitiesError) {
    guard attempt > currentAttempt else { throw .sync(.superseded) }
    currentAttempt = attempt
    current = city
    broadcast.update { state in
      state.stage = .ready(city.city)
      if attempt == latestAttempt { state.choice = nil }
    }
  }

  func store(_ city: KeptCity) async {
    do throws(StorageError) {
      try await repositories.city.save(city)
      if case .failed(let failure) = repositories.city.writeStatus { throw failure }
      broadcast.update { $0.write = .written }
    } catch {
      broadcast.update { $0.write = .failed(error) }
    }
  }
}

extension DefaultCityCatalog {
  /// Whether a list with a lower revision than `best` must be ignored, because it probably comes from a
  /// lagging server replica.
  ///
  /// The list is ignored until `ReplicaLag.longest` has passed since the server last confirmed `best`.
  /// If the time of this confirmation is unknown, the current time is recorded in its place.
  ///
  /// - Parameters:
  ///   - revision: The revision of the list in the response, which is lower than that of `best`.
  ///   - best: The newest known list.
  /// - Returns: Whether to ignore the list.
  func isDelayed(_ revision: Int, behind best: KnownList) async -> Bool {
    let known = best.document.revision
    if let entry = confirmations?.list, entry.revision == known {
      guard ReplicaLag.explains(revision, below: known, confirmed: entry.time, now: now()) else {
        return false
      }
    } else {
      await confirm(best.document)
    }
    await storeConfirmations()
    return true
  }

  /// Records the current time as the time at which the server last confirmed `list`.
  func confirm(_ list: CityListDocument) async {
    var changed = await readConfirmations()
    changed.list = .init(revision: list.revision, time: now())
    confirmations = changed
    if areConfirmationsStored { await storeConfirmations() }
  }

  /// Chooses between the city in a response and the known city.
  ///
  /// A response with a lower revision than the known city probably comes from a lagging server replica.
  /// The known city is preferred until `ReplicaLag.longest` has passed since the server last confirmed
  /// the known city. If the time of that confirmation is unknown, the current time is recorded in its
  /// place.
  ///
  /// - Parameters:
  ///   - answer: The city in the response.
  ///   - known: The newest known city; `nil` if there is none. The call ignores `known` if it is not
  ///     the same city in the same language as `answer`.
  /// - Returns: `known` if `answer` comes from a lagging replica; otherwise `answer`.
  func accepted(_ answer: KeptCity, unless known: KeptCity?) async -> KeptCity {
    guard let known, known.city.id == answer.city.id, known.language == answer.language else {
      return answer
    }
    let (old, new) = (known.city.revision, answer.city.revision)
    if new < old {
      if let time = confirmations?.time(of: known) {
        guard ReplicaLag.explains(new, below: old, confirmed: time, now: now()) else {
          return answer
        }
      } else {
        await confirm(known)
      }
      await storeConfirmations()
      return known
    }
    return answer
  }

  /// Records the current time as the time at which the server last confirmed the city in `kept`.
  func confirm(_ kept: KeptCity) async {
    var changed = await readConfirmations()
    changed.city = .init(
      id: kept.city.id, language: kept.language, revision: kept.city.revision, time: now())
    confirmations = changed
    if areConfirmationsStored { await storeConfirmations() }
  }

  /// Returns the times at which the server last confirmed the list of cities and the current city.
  ///
  /// The first call reads the file with these times. If it cannot be read, all times are unknown.
  @discardableResult
  func readConfirmations() async -> StoredConfirmations {
    var found: StoredConfirmations?
    do { found = try await repositories.confirmations.value() } catch {}
    // An earlier call, or a concurrent one during the suspension, may have set the times. They may be
    // newer than those in the file.
    if let confirmations { return confirmations }
    areConfirmationsStored = found != nil
    let read = found ?? StoredConfirmations()
    confirmations = read
    return read
  }

  /// Stores the times at which the server last confirmed the list of cities and the current city.
  ///
  /// The times are needed only after the server has sent a lower revision than the known one, because
  /// the response may come from a lagging replica. Until then, no caller stores the times, and they are
  /// only in memory.
  private func storeConfirmations() async {
    guard let confirmations else { return }
    areConfirmationsStored = true
    do { try await repositories.confirmations.save(confirmations) } catch {
      // The error is ignored. Without stored times, the next launch measures the lag from its first
      // response with a lower revision.
    }
  }
}

extension DefaultCityCatalog {
  /// Removes the data of the former app (``LegacyApp``) if this app has stored a city, and if the data is
  /// to be removed.
  ///
  /// While no city is stored, the data remains, so that a later launch can migrate the former app's
  /// city. If this app crashes before the removal, the next launch removes the data.
  func removeLegacyData() async {
    guard let former, former.removesData, !hasBegunRemoval, state.currentCity != nil,
      state.write == .written
    else { return }
    // The flag is set before the removal. Otherwise a concurrent call would find no files, and report
    // that the former app had none.
    hasBegunRemoval = true
    former.forgetCity()
    let removal = await former.removeDatabase()
    broadcast.update { $0.removal = removal }
  }

  /// Removes the city identifier `id` from the data of the former app (``LegacyApp``), because the
  /// server does not know this city.
  ///
  /// Without the removal, each launch would request the unknown city again. If the former app has
  /// stored another identifier, the call does nothing.
  func forgetFormerCity(_ id: CityID) {
    guard former?.stage == .migrating(id) else { return }
    former?.forgetCity()
  }
}

extension LegacyApp {
  /// The launch stage that results from the former app's data; `nil` if that app has stored no city.
  package var stage: CityState.Stage? {
    do {
      return try city().map(CityState.Stage.migrating)
    } catch {
      return .choosing(.formerCityUnreadable(error))
    }
  }
}
