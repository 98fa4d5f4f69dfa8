import Cities
import Networking
import Sandbox
import ShowcaseKit

extension Scenario {
  static let listChanges = Scenario(
    "list-changes", "A list without news costs no download; one with a city less is the list."
  ) { stage in
    let script = try Script(stage)
    let language = script.language(or: "en")
    let first = try await script.launch(in: language)
    try await script.refreshTellingBytes(first)
    try await script.refreshTellingBytes(first)
    script.tell("The server removes Moscow")
    script.sandbox.change { $0.set(.removed, of: [CityID.moscow.rawValue]) }
    try await script.refreshTellingBytes(first)
    script.tell("The network goes")
    script.sandbox.fault = .offline
    let second = try await script.launch(in: language)
    try await script.tellList(of: second)
    script.tell("The network is back")
    script.sandbox.fault = nil
    try await script.refreshTellingBytes(second)
  }

  static let removedCity = Scenario(
    "removed-city", "The city one is in goes: the app stays there until another is chosen."
  ) { stage in
    let script = try Script(stage)
    let language = script.language(or: "en")
    let first = try await script.launch(in: language)
    try await script.choose(.almaty, in: first)
    script.tell("The server removes Almaty")
    script.sandbox.change { $0.set(.removed, of: [CityID.almaty.rawValue]) }
    try await script.refresh(first)
    script.tell("Ask whether the city has changed")
    try await script.choose(.almaty, in: first)
    let second = try await script.launch(in: language)
    try await script.choose(.moscow, in: second)
  }

  static let closedCity = Scenario(
    "closed-city",
    "A city that is closed for a while is in the list and cannot be chosen meanwhile."
  ) { stage in
    let script = try Script(stage)
    let catalog = try await script.launch(in: script.language(or: "en"))
    script.tell("The server closes Almaty")
    script.sandbox.change { $0.set(.closed, of: [CityID.almaty.rawValue]) }
    try await script.refresh(catalog)
    try await script.choose(.almaty, in: catalog)
    script.tell("The server opens Almaty again")
    script.sandbox.change { $0.set(.open, of: [CityID.almaty.rawValue]) }
    try await script.choose(.almaty, in: catalog)
    script.tell("It closes it while the app is there")
    script.sandbox.change { $0.set(.closed, of: [CityID.almaty.rawValue]) }
    try await script.choose(.almaty, in: catalog)
    _ = try await script.launch(in: script.language(or: "en"))
  }
}

extension Script {
  fileprivate func refreshTellingBytes(_ catalog: any CityCatalog) async throws {
    let before = wire.bytes
    try await refresh(catalog)
    let received = wire.bytes - before
    tell(received == 0 ? "Nothing was downloaded" : "\((received + 512) / 1024) KB were downloaded")
  }
}
