import Networking
import Storage
import Sync

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
    // A stored city becomes current even if a later attempt is in progress, so that the file and
    // the state name different cities only until the next update.
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
