import Cities
import Networking
import Sandbox
import ShowcaseKit
import Sync

extension Scenario {
  static let requestsWaitForACity = Scenario(
    "requests-wait-for-a-city", "Nothing that needs a city goes out before there is one."
  ) { stage in
    let script = try Script(stage)
    let language = script.language(or: "en")
    let gate = Gate()
    let catalog = try await script.launch(in: language, gate: gate)
    script.tellRequests(of: catalog, gate)
    script.sandbox.fault = .errors
    script.tell("The server begins to fail: errors")
    try await script.choose(.moscow, in: catalog)
    script.tellRequests(of: catalog, gate)
    script.sandbox.fault = nil
    script.tell("The server recovers")
    try await script.choose(.moscow, in: catalog)
    script.tellRequests(of: catalog, gate)
    try await script.choose(.belgrade, in: catalog)
    script.tellRequests(of: catalog, gate)
  }

  static let changeOfCity = Scenario(
    "change-of-city", "Another city takes the place of the current one in one step."
  ) { stage in
    let script = try Script(stage)
    let catalog = try await script.launch(in: script.language(or: "en"))
    try await script.choose(.moscow, in: catalog)
    script.tell("Choose Almaty; when its details have come, and before they are kept:")
    script.wire.atNextAnswer { script.tell(catalog.state.summary) }
    try await catalog.choose(.almaty)
    script.tell("And then:")
    script.tellState(of: catalog)
    script.sandbox.fault = .garbage
    script.tell("The server begins to fail: garbage")
    try await script.choose(.belgrade, in: catalog)
  }
}

extension Script {
  fileprivate func tellRequests(of catalog: any CityCatalog, _ gate: Gate) {
    let reasons = gate.reasons.map(\.rawValue).sorted().joined(separator: ", ")
    guard let context = catalog.state.context else {
      return tell("Requests wait: \(reasons)")
    }
    tell("Requests go out for \(context.country), \(context.city), \(context.language)")
  }
}
