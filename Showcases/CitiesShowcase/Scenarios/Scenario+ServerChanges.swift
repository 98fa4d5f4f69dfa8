import Cities
import Networking
import Sandbox
import ShowcaseKit

extension Scenario {
  static let listChanges = Scenario(
    "list-changes",
    "An unchanged list is not downloaded again; a city that was removed is no longer listed."
  ) { stage in
    let script = try Script(stage)
    let language = script.language(or: "en")
    let first = try await script.launch(in: language)
    try await script.refreshTellingBytes(first)
    try await script.refreshTellingBytes(first)
    script.tell("The server removes Moscow")
    script.sandbox.change { $0.set(.removed, of: [CityID.moscow.rawValue]) }
    try await script.refreshTellingBytes(first)
    script.setFault(.offline, of: script.sandbox)
    let second = try await script.launch(in: language)
    try await script.tellList(of: second)
    script.setFault(nil, of: script.sandbox)
    try await script.refreshTellingBytes(second)
  }

  static let removedCity = Scenario(
    "removed-city",
    "The server removes the current city: the app keeps it until another one is chosen."
  ) { stage in
    let script = try Script(stage)
    let language = script.language(or: "en")
    let first = try await script.launch(in: language)
    try await script.choose(.almaty, in: first)
    script.tell("The server removes Almaty")
    script.sandbox.change { $0.set(.removed, of: [CityID.almaty.rawValue]) }
    try await script.refresh(first)
    script.tell("Choose the current city again")
    try await script.choose(.almaty, in: first)
    let second = try await script.launch(in: language)
    try await script.choose(.moscow, in: second)
  }

  static let closedCity = Scenario(
    "closed-city",
    "A closed city is listed, and cannot be chosen until it opens."
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
    script.tell("The server closes the current city")
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
    tell(received == 0 ? "Downloaded: nothing" : "Downloaded: \((received + 512) / 1024) KB")
  }
}
