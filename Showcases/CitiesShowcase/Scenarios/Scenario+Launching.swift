import Cities
import Commerce
import Sandbox
import ShowcaseKit

extension Scenario {
  static let firstLaunch = Scenario(
    "first-launch", "The bundled list is shown at once; then it is refreshed, and a city is chosen."
  ) { (script: Script) in
    let catalog = try await script.launch()
    try await script.tellList(of: catalog)
    try await script.refresh(catalog)
    let found = await catalog.loadList().search("almat")
    script.tell("Search for \"almat\"")
    script.details(found.map(\.line))
    try await script.choose(.almaty, in: catalog)
    try script.tellFiles()
  }

  static let restart = Scenario(
    "restart", "The stored city is there at once after a restart, also offline."
  ) { (script: Script) in
    let first = try await script.launch(in: "ru")
    try await script.choose(.moscow, in: first)
    _ = try await script.launch(in: "ru")
    script.setFault(.offline, of: script.sandbox)
    let third = try await script.launch(in: "ru")
    try await script.choose(.almaty, in: third)
    _ = try await script.launch(in: "ru")
  }

  static let offlineFirstLaunch = Scenario(
    "offline-first-launch", "The list works offline; a city can be chosen when the network is back."
  ) { (script: Script) in
    script.setFault(.offline, of: script.sandbox)
    let catalog = try await script.launch(in: "sr")
    try await script.refresh(catalog)
    try await script.choose(.belgrade, in: catalog)
    try script.tellFiles()
    script.setFault(nil, of: script.sandbox)
    try await script.choose(.belgrade, in: catalog)
  }

  static let noBundledList = Scenario(
    "no-bundled-list", "An app that ships no list shows an empty picker until the list is fetched."
  ) { (script: Script) in
    script.setFault(.errors, of: script.sandbox)
    let catalog = try await script.launch(shipping: .empty)
    try await script.refresh(catalog)
    script.setFault(nil, of: script.sandbox)
    script.tell("The fetch is repeated until it succeeds")
    await catalog.refreshListWithRetries()
    try await script.tellList(of: catalog)
    try await script.choose(.almaty, in: catalog)
    script.setFault(.offline, of: script.sandbox)
    try await script.tellList(of: try await script.launch(shipping: .empty))
  }

  static let givenCityID = Scenario(
    "given-city-id", "A city that is given by its id skips the picker; an unknown id does not."
  ) { (script: Script) in
    let unknown = CityID(rawValue: 1)
    let catalog = try await script.launch(with: unknown)
    try await script.choose(unknown, in: catalog)
    _ = try await script.launch(with: .belgrade)
    script.tell("An unknown city does not replace the current one")
    _ = try await script.launch(with: unknown)
  }

  static let oneCityOnly = Scenario(
    "one-city-only", "A list of one city needs no choice."
  ) { (script: Script) in
    let first = try await script.launch()
    script.tell("The server removes every city but Belgrade")
    let others = await first.loadList().cities.map(\.id.rawValue) + [CityID.satpayev.rawValue]
    script.sandbox.change { $0.set(.removed, of: others.filter { $0 != CityID.belgrade.rawValue }) }
    try await script.refresh(first)
    _ = try await script.launch()
  }
}
