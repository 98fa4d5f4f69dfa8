import Cities
import Networking
import Sandbox
import ShowcaseKit
import Sync

extension Scenario {
  static let requestsWaitForACity = Scenario(
    "requests-wait-for-a-city", "Requests that need a city are not sent before a city is chosen."
  ) { (script: Script) in
    let gate = Gate()
    let catalog = try await script.launch(gate: gate)
    script.tellRequests(of: catalog, gate)
    script.setFault(.errors, of: script.sandbox)
    try await script.choose(.moscow, in: catalog)
    script.tellRequests(of: catalog, gate)
    script.setFault(nil, of: script.sandbox)
    try await script.choose(.moscow, in: catalog)
    script.tellRequests(of: catalog, gate)
    try await script.choose(.belgrade, in: catalog)
    script.tellRequests(of: catalog, gate)
  }

  static let changeOfCity = Scenario(
    "change-of-city", "A new choice replaces the current city in one step."
  ) { (script: Script) in
    let catalog = try await script.launch()
    try await script.choose(.moscow, in: catalog)
    script.tell("Choose Almaty: its details have arrived and are not stored yet")
    script.wire.atNextAnswer { script.tell(catalog.state.summary) }
    try await catalog.choose(.almaty)
    script.tell("The details are stored")
    script.tellState(of: catalog)
    script.setFault(.garbage, of: script.sandbox)
    try await script.choose(.belgrade, in: catalog)
  }
}

extension Script {
  fileprivate func tellRequests(of catalog: any CityCatalog, _ gate: Gate) {
    guard let context = catalog.state.context else {
      return tell("Requests wait: \(gate.reasons.words)")
    }
    tell("Requests are sent for city \(context.city) in \(context.country), in \(context.language)")
  }
}
