import Cities
import Foundation
import Networking
import Sandbox
import ShowcaseKit

extension Scenario {
  static let detailsFailThenRetry = Scenario(
    "details-fail-then-retry", "A failed choice keeps the previous city and can be retried."
  ) { stage in
    let script = try Script(stage)
    let catalog = try await script.launch(in: script.language(or: "en"))
    for fault in [SandboxFault.errors, .garbage] {
      script.tell("The server begins to fail: \(fault.rawValue)")
      script.sandbox.fault = fault
      try await script.choose(.moscow, in: catalog)
    }
    script.tell("The server recovers")
    script.sandbox.fault = nil
    try await script.choose(.moscow, in: catalog)
    script.tell("It fails again while another city is chosen")
    script.sandbox.fault = .errors
    try await script.choose(.almaty, in: catalog)
    script.sandbox.fault = .slow
    script.tell("It recovers and is slow")
    try await script.choose(.almaty, in: catalog)
  }

  static let brokenStoredList = Scenario(
    "broken-stored-list", "A damaged list is dropped, the bundle is back, and the city unharmed."
  ) { stage in
    let script = try Script(stage)
    let language = script.language(or: "kk")
    let first = try await script.launch(in: language)
    try await script.refresh(first)
    try await script.choose(.almaty, in: first)
    script.tell("Somebody overwrites the middle of the kept list")
    let file = stage.directory.appending(path: "caches/city-list.v2.store")
    var bytes = try Data(contentsOf: file)
    bytes.replaceSubrange(bytes.count / 2..<bytes.count / 2 + 4, with: Data("oops".utf8))
    try bytes.write(to: file)
    let second = try await script.launch(in: language)
    try await script.tellList(of: second)
    try script.tellFiles()
    try await script.refresh(second)
  }

  static let killedOnTheWay = Scenario(
    "killed-on-the-way", "Killed between a choice and its city: the city from before, or the list."
  ) { stage in
    let script = try Script(stage)
    let language = script.language(or: "en")
    for city in [CityID.moscow, .almaty] {
      let first = try await script.launch(in: language)
      script.tell("Choose \(await first.loadList().city(city)?.name ?? "")")
      script.killAtNextAnswer()
      _ = await first.outcome(of: city)
      let second = try await script.launch(in: language)
      try await script.choose(city, in: second)
    }
  }
}

extension CityCatalog {
  fileprivate func outcome(of id: CityID) async -> Result<City, CitiesError> {
    do throws(CitiesError) { return .success(try await choose(id)) } catch {
      return .failure(error)
    }
  }
}
