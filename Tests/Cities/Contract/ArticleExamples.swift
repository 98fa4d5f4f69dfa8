import Cities
import Commerce
import Foundation
import Storage
import Sync

func makeCities(in environment: FeatureEnvironment, shipping file: URL?) -> any CityCatalog {
  let bundle = file.map(BundledCities.init(contentsOf:)) ?? .empty
  return environment.makeCityCatalog(language: "ru", bundle: bundle)
}

@MainActor
func open(_ catalog: any CityCatalog) async -> Observed<CityState> {
  let cities = Observed(catalog)
  await catalog.start(with: nil)
  return cities
}

func openStored(_ catalog: any CityCatalog, show: (City) -> Void) async {
  await catalog.load()
  if let city = catalog.state.currentCity { show(city) }
}

func screen(_ state: CityState) -> String {
  switch state.stage {
  case .starting: ""
  case .migrating(let city): "Bringing over city \(city.rawValue)"
  case .choosing: (state.list?.cities ?? []).map(\.name).joined(separator: "\n")
  case .ready(let city): "Welcome to \(city.name)"
  }
}

func attempt(in state: CityState) -> String? {
  switch state.choice?.phase {
  case .downloading(let received, let expected?): "\(100 * received / max(1, expected)) %"
  case .downloading(let received, nil): "\(received) bytes"
  case .failed(.unknownCity): "The city is not available any more"
  case .failed: "The city could not be loaded. Try again?"
  case nil: nil
  }
}

func openPicker(_ catalog: any CityCatalog) async {
  let list = await catalog.loadList()
  await list.prepare()
  await catalog.refreshListWithRetries()
}

func notice(in state: CityState) -> String? {
  guard case .failed = state.listFetch else { return nil }
  let isEmpty = state.list?.cities.isEmpty != false
  return isEmpty ? "The cities could not be loaded. Trying again." : nil
}

func pick(_ typed: String, _ catalog: any CityCatalog) async throws -> City? {
  guard let row = catalog.state.list?.search(typed).first else { return nil }
  return try await catalog.choose(row.id)
}

func addressFields(in city: City) -> [String] {
  ["street", "house"] + (city.rules.habits.contains(.doorCode) ? ["door code"] : [])
}

func bringUpToDate(_ catalog: any CityCatalog) async throws {
  try await catalog.refreshList()
  if let city = catalog.state.currentCity { try await catalog.choose(city.id) }
}

func makeCities(replacing defaults: UserDefaults, in environment: FeatureEnvironment) throws
  -> any CityCatalog
{
  let cityID = LegacyIdentifier("cityID", formerly: ["city_id", "selectedCity"])
  let former = try cityID.integer(from: defaults.object(forKey:)).map(CityID.init(rawValue:))
  return environment.makeCityCatalog(language: "ru", former: former)
}

func removeFormerData(once state: CityState, of defaults: UserDefaults, documents: URL) async {
  guard state.currentCity != nil, state.write == .written else { return }
  LegacyIdentifier("cityID").remove(with: defaults.removeObject(forKey:))
  _ = await LegacyDatabase(mainFile: documents.appending(path: "default.db")).remove()
}

func speak(_ preferences: [String], _ catalog: any CityCatalog) async throws {
  let offered = await catalog.loadList().languages
  if let best = Language.best(of: offered, for: preferences) {
    try await catalog.setLanguage(best)
  }
}

func rows(_ list: CityList, typed: String) -> [String] {
  list.search(typed).prefix(20).map { city in
    [city.name, city.region, city.country.name].compactMap { $0 }.joined(separator: ", ")
  }
}

func sections(_ list: CityList) -> [String] {
  list.groups.map { "\($0.country.name): \($0.cities.count)" }
}

func suggestion(_ list: CityList, _ here: Coordinates) -> CitySummary? {
  list.nearest(to: here, withinKilometers: 50)
}
