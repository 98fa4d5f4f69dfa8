import Cities
import Networking
import Sandbox
import ShowcaseKit

extension Scenario {
  static let firstLaunch = Scenario(
    "first-launch", "The bundled list at once, a newer one, a choice, details, the city."
  ) { stage in
    let script = try Script(stage)
    let catalog = try await script.launch(in: script.language(or: "en"))
    try await script.tellList(of: catalog)
    try await script.refresh(catalog)
    let found = await catalog.loadList().search("almat")
    script.tell("Search for \"almat\"")
    stage.transcript.details(found.map(\.line))
    try await script.choose(.almaty, in: catalog)
    try script.tellFiles()
  }

  static let restart = Scenario(
    "restart", "The kept city is there at once after a restart, with and without network."
  ) { stage in
    let script = try Script(stage)
    let language = script.language(or: "ru")
    let first = try await script.launch(in: language)
    try await script.choose(.moscow, in: first)
    _ = try await script.launch(in: language)
    script.sandbox.fault = .offline
    script.tell("The network goes")
    let third = try await script.launch(in: language)
    try await script.choose(.almaty, in: third)
    _ = try await script.launch(in: language)
  }

  static let offlineFirstLaunch = Scenario(
    "offline-first-launch", "Without network there is a list but no city; then there is."
  ) { stage in
    let script = try Script(stage)
    script.sandbox.fault = .offline
    let catalog = try await script.launch(in: script.language(or: "sr"))
    try await script.refresh(catalog)
    try await script.choose(.belgrade, in: catalog)
    try script.tellFiles()
    script.sandbox.fault = nil
    script.tell("The network is back")
    try await script.choose(.belgrade, in: catalog)
  }

  static let givenCityID = Scenario(
    "given-city-id", "A city given by its number skips the picker; an unknown one does not."
  ) { stage in
    let script = try Script(stage)
    let language = script.language(or: "en")
    let unknown = CityID(rawValue: 1)
    let catalog = try await script.launch(in: language, with: unknown)
    try await script.choose(unknown, in: catalog)
    _ = try await script.launch(in: language, with: .belgrade)
    script.tell("A given city that is not known leaves the current one alone")
    _ = try await script.launch(in: language, with: unknown)
  }

  static let oneCityOnly = Scenario(
    "one-city-only", "Where there is one city only, nobody has to choose it."
  ) { stage in
    let script = try Script(stage)
    let language = script.language(or: "en")
    let first = try await script.launch(in: language)
    script.tell("The server closes every city but Belgrade for good")
    let others = await first.loadList().cities.map(\.id.rawValue) + [CityID.satpayev.rawValue]
    script.sandbox.change {
      $0.set(.removed, of: others.filter { $0 != CityID.belgrade.rawValue })
    }
    try await script.refresh(first)
    _ = try await script.launch(in: language)
  }
}
