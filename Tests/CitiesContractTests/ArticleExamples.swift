import Cities
import Foundation
import Networking
import Storage
import Sync

func makeCities(in environment: FeatureEnvironment) -> any CityCatalog {
  CitiesFactory.makeCatalog(in: environment, language: "ru")
}

func draw(_ catalog: any CityCatalog, on screen: (String) -> Void) async throws {
  for await state in catalog.states() {
    switch state.stage {
    case .starting: screen("")
    case .migrating(let city): screen("Bringing over city \(city.rawValue)")
    case .choosing: screen(try await catalog.list().cities.map(\.name).joined(separator: "\n"))
    case .ready(let city): return screen("Welcome to \(city.name)")
    }
  }
}

func attempt(in state: CityState) -> String? {
  switch state.choice?.phase {
  case .downloading(let received, let expected?): "\(100 * received / max(1, expected)) %"
  case .downloading(let received, nil): "\(received) bytes"
  case .failed(let error): "\(error). Try again?"
  case nil: nil
  }
}

func openPicker(_ catalog: any CityCatalog, show: ([CitySummary]) -> Void) async throws {
  show(try await catalog.firstCities())
  let list = try await catalog.list()
  show(list.cities)
  await list.prepare()
}

func pick(_ typed: String, _ catalog: any CityCatalog) async throws -> City? {
  guard let row = try await catalog.list().search(typed).first else { return nil }
  return try await catalog.choose(row.id)
}

func addressFields(in city: City) -> [String] {
  ["street", "house"] + (city.rules.habits.contains(.doorCode) ? ["door code"] : [])
}

func bringUpToDate(_ catalog: any CityCatalog) async throws {
  try await catalog.refreshList()
  if let city = catalog.state.currentCity { try await catalog.choose(city.id) }
}

func formerApp(documents: URL) -> FormerApp {
  FormerApp(
    cityID: LegacyID("cityID", formerly: ["city_id", "selectedCity"]),
    object: { UserDefaults.standard.object(forKey: $0) },
    removeObject: { UserDefaults.standard.removeObject(forKey: $0) },
    database: AbandonedDatabase(mainFile: documents.appending(path: "default.db")))
}

func report(_ state: CityState) -> String? {
  state.removal.map { "\($0.bytesFreed) bytes freed" }
}
