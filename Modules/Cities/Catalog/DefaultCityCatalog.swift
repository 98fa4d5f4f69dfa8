import Foundation
import Storage
import Sync

/// The catalog over a server and two files.
actor DefaultCityCatalog: CityCatalog {
  let server: CityServer
  let kept: CitiesRepositories
  let former: FormerApp?
  let bundle: BundledList
  let now: @Sendable () -> Date
  nonisolated let broadcast: StateBroadcast

  /// The best list known, once it has been asked for.
  var known: KnownList?
  /// When the server last had what is stored; `nil` until it has been read.
  var confirmations: KeptConfirmations?
  var areConfirmationsStored = false
  /// The list last read from it, because reading takes longer than returning.
  var list: CityList?

  /// Numbers the attempts: the newest is told of in the state, the settled one is current.
  var newest = 0
  var settled = 0
  /// How many are being kept: until that has ended, memory has a city that the file may not have.
  var keeping = 0
  /// The city whose answer came last: it is kept before it is current.
  var arrived: KeptCity?
  /// The current city with what it was had by, kept or not.
  var current: KeptCity?

  init(
    server: CityServer, kept: CitiesRepositories, language: Language,
    environment: FeatureEnvironment, former: FormerApp?, bundle: BundledList = .shipped
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

  func start(with given: City.ID?) async {
    let languageOfKept = await restore()
    let current = state.currentCity?.id
    let isInAnotherLanguage = languageOfKept != nil && languageOfKept != state.language
    var wanted = given ?? current ?? state.cityToBringOver
    if wanted == nil { wanted = await onlyCity() }
    if let wanted, wanted != current || isInAnotherLanguage {
      do {
        try await obtain(wanted)
      } catch {
        // Told in the state, beside the city that stays current.
      }
    }
    await leaveFormerApp()
  }

  func choose(_ id: City.ID) async throws(CitiesError) -> City {
    if state.stage == .starting { await restore() }
    let city = try await obtain(id)
    await leaveFormerApp()
    return city
  }

  func use(_ language: Language) async throws(CitiesError) {
    let offered = try await bestList().document.languages
    guard offered.contains(language) else { throw .unknownLanguage(language, offered: offered) }
    broadcast.update { $0.language = language }
    if let city = state.cityUnderWay ?? state.currentCity?.id { try await obtain(city) }
  }

  /// Brings back the kept city, unless one has been made current already.
  ///
  /// - Returns: The language that the kept city had been asked for in.
  @discardableResult
  private func restore() async -> Language? {
    if let current {
      if state.notKept != nil { await keep(current) }
      return current.language
    }
    do {
      let kept = try await kept.city.value()
      // A choice may have been quicker than the file.
      if let current { return current.language }
      guard keeping == 0 else { return nil }
      current = kept
      let stage = kept.map { .ready($0.city) } ?? former?.stage ?? .choosing(.firstLaunch)
      broadcast.update { $0.stage = stage }
      return kept?.language
    } catch {
      if let current { return current.language }
      broadcast.update { $0.stage = .choosing(error.reason) }
      return nil
    }
  }
}
