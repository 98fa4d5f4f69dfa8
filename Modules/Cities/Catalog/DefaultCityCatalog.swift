import Foundation
import Networking
import Storage
import Sync

/// A catalog with a server and the files of one directory.
actor DefaultCityCatalog: CityCatalog {
  let server: CityServer
  let kept: CitiesRepositories
  let former: LegacyApp?
  let bundle: BundledList
  let now: @Sendable () -> Date
  nonisolated let broadcast: StateBroadcast

  /// The newest usable list; `nil` until it is first requested.
  var known: KnownList?
  /// The times at which the server last confirmed the stored values; `nil` until the file has been read.
  var confirmations: StoredConfirmations?
  var areConfirmationsStored = false
  /// The number of refreshes of the list in progress; `listFailure` is the failure of the last one.
  var refreshes = 0
  var listFailure: FetchFailure?

  /// The number of the newest attempt to select a city; the state shows its progress.
  var newest = 0
  /// The number of the attempt that selected the current city.
  var settled = 0
  /// The number of city writes in progress; during a write, memory may have a city that the file lacks.
  var keeping = 0
  /// Whether the removal of the former app's data has begun.
  var hasLeftLegacyApp = false
  /// The city of the latest response; it becomes current after it has been stored.
  var arrived: KeptCity?
  /// The current city with its requested language and its validator, even if it could not be stored.
  var current: KeptCity?

  init(
    server: CityServer, kept: CitiesRepositories, language: Language,
    environment: FeatureEnvironment, former: LegacyApp?, bundle: BundledList = .shipped
  ) {
    self.server = server
    self.kept = kept
    self.former = former
    self.bundle = bundle
    now = environment.now
    broadcast = StateBroadcast(CityState(language: language), in: environment)
  }

  nonisolated var state: CityState { broadcast.state }

  nonisolated func states() -> AsyncStream<CityState> {
    broadcast.states()
  }

  func start(with given: CityID?) async {
    let languageOfKept = await restore()
    let list = state.currentCity == nil ? await loadList() : nil
    let current = state.currentCity?.id
    let isInAnotherLanguage = languageOfKept != nil && languageOfKept != state.language
    var wanted = given ?? current ?? state.cityToBringOver
    if wanted == nil, state.stage == .choosing(.firstLaunch), let list, list.cities.count == 1 {
      wanted = list.cities[0].id
    }
    if let wanted, wanted != current || isInAnotherLanguage {
      do {
        try await obtain(wanted)
      } catch {
        // The state reports the failure; the current city remains.
      }
    }
    await leaveLegacyApp()
  }

  func choose(_ id: CityID) async throws(CitiesError) -> City {
    if state.stage == .starting { await restore() }
    let city = try await obtain(id)
    await leaveLegacyApp()
    return city
  }

  func setLanguage(_ language: Language) async throws(CitiesError) {
    let best = await bestList()
    let offered = best.document.languages
    guard offered.contains(language) else { throw .unknownLanguage(language, offered: offered) }
    let list = state.list == nil ? nil : wholeList(of: best, in: language)
    broadcast.update { state in
      state.language = language
      state.list = list
    }
    if let city = state.cityUnderWay ?? state.currentCity?.id { try await obtain(city) }
  }

  /// Restores the stored city, unless there is a current city.
  ///
  /// - Returns: The language in which the stored city was requested.
  @discardableResult
  private func restore() async -> Language? {
    if let current {
      if state.write != .written { await keep(current) }
      return current.language
    }
    do {
      let kept = try await kept.city.value()
      // A call of `choose(_:)` may have completed before the file was read.
      if let current { return current.language }
      guard keeping == 0 else { return nil }
      current = kept
      let stage = kept.map { .ready($0.city) } ?? former?.stage ?? .choosing(.firstLaunch)
      broadcast.update { $0.stage = stage }
      return kept?.language
    } catch {
      if let current { return current.language }
      // A city that is being stored becomes current, whether or not the file can be read.
      guard keeping == 0 else { return nil }
      broadcast.update { $0.stage = .choosing(error.reason) }
      return nil
    }
  }
}

extension DefaultCityCatalog {
  /// Downloads a city, stores it, and only then makes it current.
  @discardableResult
  func obtain(_ id: CityID) async throws(CitiesError) -> City {
    newest += 1
    let attempt = newest
    let language = state.language
    let broadcast = broadcast
    broadcast.update { $0.choice = .beginning(id, attempt: attempt) }
    await readConfirmations()
    let known = arrived ?? current
    let answer: KeptCity
    do {
      answer = try await server.city(id, in: language, unless: known) { progress in
        broadcast.update { $0.choice?.report(progress, attempt: attempt) }
      }
    } catch {
      guard attempt == newest else { throw .sync(.superseded) }
      broadcast.update { state in
        state.choice = CityState.Choice(city: id, phase: .failed(error))
        if case .unknownCity = error, state.currentCity == nil {
          state.stage = .choosing(.unknownCity(id))
        }
      }
      if case .unknownCity = error { forgetFormerCity(id) }
      throw error
    }
    guard attempt == newest else { throw .sync(.superseded) }
    let city = await newest(answer, unless: known)
    guard attempt == newest else { throw .sync(.superseded) }
    arrived = city
    await keep(city)
    // A stored city becomes current even if a later attempt is in progress. Otherwise the file and the
    // state would contain different cities until that attempt ends.
    guard attempt > settled else { throw .sync(.superseded) }
    settled = attempt
    current = city
    broadcast.update { state in
      state.stage = .ready(city.city)
      if attempt == newest { state.choice = nil }
    }
    if city == answer { await confirm(city) }
    return city.city
  }

  func keep(_ city: KeptCity) async {
    keeping += 1
    defer { keeping -= 1 }
    do throws(StorageError) {
      try await kept.city.save(city)
      if case .failed(let failure) = kept.city.writeStatus { throw failure }
      broadcast.update { $0.write = .written }
    } catch {
      broadcast.update { $0.write = .failed(error) }
    }
  }
}

extension DefaultCityCatalog {
  /// Whether a list comes from a replica that lags behind the known list.
  ///
  /// A bundled list is older than any expected lag, so a list from the server always replaces it. If the
  /// time of the last confirmation is unknown, it is set to that of the first response with a lower
  /// revision.
  func isDelayed(_ revision: Int, behind best: KnownList) async -> Bool {
    guard best.source == .refreshed else { return false }
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

  /// Records the current time as that at which the server confirmed this list.
  func confirm(_ list: CityListDocument) async {
    let bundled = bundledBeginning.revision
    var changed = await readConfirmations()
    changed.list = .init(revision: list.revision, bundled: bundled, time: now())
    confirmations = changed
    // If the list is older than the bundled one, the next process needs this entry to use the list.
    if areConfirmationsStored || list.revision < bundled { await storeConfirmations() }
  }

  /// Returns the response's city, or the known city if the response comes from a lagging replica.
  ///
  /// The known city is the one that the request was conditional on. If the time of its last confirmation
  /// is unknown, it is set to that of the first response with a lower revision.
  func newest(_ answer: KeptCity, unless known: KeptCity?) async -> KeptCity {
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

  /// Records the current time as that at which the server confirmed this city.
  func confirm(_ kept: KeptCity) async {
    var changed = await readConfirmations()
    changed.city = .init(
      id: kept.city.id, language: kept.language, revision: kept.city.revision, time: now())
    confirmations = changed
    if areConfirmationsStored { await storeConfirmations() }
  }

  /// Returns the confirmations, reading the file once; an unreadable file counts as empty.
  @discardableResult
  func readConfirmations() async -> StoredConfirmations {
    if let confirmations { return confirmations }
    var found: StoredConfirmations?
    do { found = try await kept.confirmations.value() } catch {}
    // A concurrent call may have read the file during the suspension.
    if let confirmations { return confirmations }
    areConfirmationsStored = found != nil
    let read = found ?? StoredConfirmations()
    confirmations = read
    return read
  }

  /// Stores the confirmations.
  ///
  /// Called once the server has sent a lower revision; before that, a later process does not need them.
  private func storeConfirmations() async {
    guard let confirmations else { return }
    areConfirmationsStored = true
    do { try await kept.confirmations.save(confirmations) } catch {
      // If this fails, the next process measures the lag from its first response with a lower revision.
    }
  }
}

extension DefaultCityCatalog {
  /// Removes the former app's data once a city is stored here.
  ///
  /// Until then, a crash leaves the data unchanged and the next launch repeats the migration.
  func leaveLegacyApp() async {
    guard let former, !hasLeftLegacyApp, state.currentCity != nil, state.write == .written
    else { return }
    // Set before the removal, because a concurrent call would find no files and report none.
    hasLeftLegacyApp = true
    former.forgetCity()
    let removal = await former.removeDatabase()
    broadcast.update { $0.removal = removal }
  }

  /// Removes the former app's city id because the server does not know it; it is then not requested
  /// again.
  func forgetFormerCity(_ id: CityID) {
    guard former?.stage == .migrating(id) else { return }
    former?.forgetCity()
  }
}

extension LegacyApp {
  /// The stage of a launch without a stored city; `nil` if the former app has stored no city.
  package var stage: CityState.Stage? {
    do {
      return try city().map(CityState.Stage.migrating)
    } catch {
      return .choosing(.formerCityUnreadable(error))
    }
  }
}
