public import Cities
public import Foundation
import Networking
public import Sync
import Synchronization

/// Catalog for tests and previews that stores nothing on disk.
///
/// The implementation is independent of the live catalog and follows the same rules,
/// ``CityCatalogContract``. Only the decoding of the list is shared. The catalog contains the
/// sample cities; a city that the first list lacks appears after a refresh.
public final class InMemoryCityCatalog: CityCatalog {
  /// Storage that outlives a catalog, in place of a device's disk.
  public final class Kept: Sendable {
    struct Values: Sendable {
      var city: City?
      var language: Language?
      var revision = 1
      /// Time of the last confirmation of the revision; `nil` for the first list.
      var confirmed: Date?
    }

    let values = Mutex(Values())

    /// Creates empty storage.
    public init() {}
  }

  struct Memory {
    var state: CityState
    var watchers: [AsyncStream<CityState>.Continuation] = []
    var attempts = 0
  }

  let server: CityServerDouble
  let kept: Kept
  let now: @Sendable () -> Date
  private let gate: Gate
  private let former: FormerApp?
  private let memory: Mutex<Memory>

  /// Creates a catalog; passing the same `kept` again simulates a restart of the app.
  public init(
    server: CityServerDouble = CityServerDouble(), kept: Kept = Kept(),
    language: Language = .english, gate: Gate = Gate(), leaving former: FormerApp? = nil,
    now: @escaping @Sendable () -> Date
  ) {
    self.server = server
    self.kept = kept
    self.now = now
    self.gate = gate
    self.former = former
    memory = Mutex(Memory(state: CityState(language: language)))
    gate.follow(.starting)
  }

  /// Current state.
  public var state: CityState { memory.withLock { $0.state } }

  /// Returns the current state, then the newest one after each change.
  public func states() -> AsyncStream<CityState> {
    let (stream, watcher) = AsyncStream.makeStream(
      of: CityState.self, bufferingPolicy: .bufferingNewest(1))
    memory.withLock { memory in
      watcher.yield(memory.state)
      memory.watchers.append(watcher)
    }
    return stream
  }

  /// Restores the city from ``Kept``, or chooses the given city.
  public func start(with given: City.ID?) async {
    restore()
    let (city, language) = kept.values.withLock { ($0.city, $0.language) }
    guard let wanted = given ?? city?.id ?? cityToBringOver else { return }
    guard wanted != city?.id || language != state.language else { return }
    _ = await outcome(of: wanted)
  }

  /// Fetches a city, stores it and makes it current in one step.
  public func choose(_ id: City.ID) async throws(CitiesError) -> City {
    restore()
    let attempt = change { memory in
      memory.attempts += 1
      memory.state.choice = CityState.Choice(
        city: id, phase: .downloading(received: 0, expected: nil))
      return memory.attempts
    }
    let language = state.language
    do {
      let city = try await download(id, in: language)
      return try change { memory throws(CitiesError) in
        guard attempt == memory.attempts else { throw .superseded }
        kept.values.withLock { ($0.city, $0.language) = (city, language) }
        memory.state.stage = .ready(city)
        memory.state.choice = nil
        former?.forgetCity()
        return city
      }
    } catch {
      throw change { memory in
        guard attempt == memory.attempts else { return .superseded }
        memory.state.choice = CityState.Choice(city: id, phase: .failed(error))
        if case .unknownCity = error, memory.state.currentCity == nil {
          memory.state.stage = .choosing(.unknownCity(id))
        }
        if case .unknownCity = error, former?.stage == .migrating(id) { former?.forgetCity() }
        return error
      }
    }
  }

  /// Returns the first cities of the list.
  public func firstCities() async throws(CitiesError) -> [CitySummary] {
    Array(try await list().cities.prefix(20))
  }

  /// Switches the language and fetches the current or requested city again.
  public func use(_ language: Language) async throws(CitiesError) {
    let offered = try await list().languages
    guard offered.contains(language) else { throw .unknownLanguage(language, offered: offered) }
    change { $0.state.language = language }
    if let city = wanted { _ = try await choose(city) }
  }

  /// City that is being chosen, else the current one.
  private var wanted: City.ID? {
    if let choice = state.choice, case .downloading = choice.phase { return choice.city }
    return state.currentCity?.id
  }

  private var cityToBringOver: City.ID? {
    if case .migrating(let city) = state.stage { city } else { nil }
  }

  private func restore() {
    change { memory in
      guard memory.state.stage == .starting else { return }
      let city = kept.values.withLock { $0.city }
      memory.state.stage = city.map { .ready($0) } ?? former?.stage ?? .choosing(.firstLaunch)
      if city != nil { former?.forgetCity() }
    }
  }

  @discardableResult
  private func change<Result, Failure>(
    _ body: (inout Memory) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try memory.withLock { memory throws(Failure) in
      let result = try body(&memory)
      gate.follow(memory.state.stage)
      for watcher in memory.watchers { watcher.yield(memory.state) }
      return result
    }
  }
}
