import Cities
import Sandbox
import ShowcaseKit

extension Scenario {
  static let listChanges = Scenario(
    "list-changes",
    "An unchanged list is not downloaded again; a city that was removed is no longer listed."
  ) { (script: Script) in
    let first = try await script.launch()
    try await script.refreshTellingBytes(first)
    try await script.refreshTellingBytes(first)
    script.set(.removed, .moscow, "The server removes Moscow")
    try await script.refreshTellingBytes(first)
    script.setFault(.offline, of: script.sandbox)
    let second = try await script.launch()
    try await script.tellList(of: second)
    script.setFault(nil, of: script.sandbox)
    try await script.refreshTellingBytes(second)
  }

  static let removedCity = Scenario(
    "removed-city",
    "The server removes the current city: the app keeps it until another one is chosen."
  ) { (script: Script) in
    let first = try await script.launch()
    try await script.choose(.almaty, in: first)
    script.set(.removed, .almaty, "The server removes Almaty")
    try await script.refresh(first)
    script.tell("Choose the current city again")
    try await script.choose(.almaty, in: first)
    let second = try await script.launch()
    try await script.choose(.moscow, in: second)
  }

  static let closedCity = Scenario(
    "closed-city", "A closed city is listed, and cannot be chosen until it opens."
  ) { (script: Script) in
    let catalog = try await script.launch()
    script.set(.closed, .almaty, "The server closes Almaty")
    try await script.refresh(catalog)
    try await script.choose(.almaty, in: catalog)
    script.set(.open, .almaty, "The server opens Almaty again")
    try await script.choose(.almaty, in: catalog)
    script.set(.closed, .almaty, "The server closes the current city")
    try await script.choose(.almaty, in: catalog)
    _ = try await script.launch()
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
