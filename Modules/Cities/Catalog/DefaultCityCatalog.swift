import Foundation
import Networking
import Storage
import Sync

/// A catalog that uses a server and the files of one directory.
actor DefaultCityCatalog: CityCatalog {
  let server: CityServer
  let kept: CitiesRepositories
  let former: LegacyApp?
  let bundle: BundledList
  let now: @Sendable () -> Date
  nonisolated let broadcast: StateBroadcast

  /// The best known list; `nil` until it is first requested.
  var known: KnownList?
  /// The last times at which the server had the stored values; `nil` until they are read.
  var confirmations: StoredConfirmations?
  var areConfirmationsStored = false
  /// The number of refreshes of the list in progress, and the failure of the last one.
  var refreshes = 0
  var listFailure: FetchFailure?

  /// The number of the newest attempt, whose progress the state shows.
  var newest = 0
  /// The number of the attempt that made the current city current.
  var settled = 0
  /// The number of writes in progress; until they end, memory may have a city that the file lacks.
  var keeping = 0
  /// Whether the former app's data has been removed, or is being removed.
  var hasLeftLegacyApp = false
  /// The city of the latest response, which is stored before it becomes current.
  var arrived: KeptCity?
  /// The current city with its requested language and its validator, stored or not.
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
        // The state reports the failure, beside the city that remains current.
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

  /// Restores the stored city, unless there is a current city already.
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
      // A choice may have completed before the file was read.
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
