import Cities
import Commerce
import Foundation
import Sandbox
import ShowcaseKit

extension Scenario {
  static let detailsFailThenRetry = Scenario(
    "details-fail-then-retry", "A failed choice leaves the current city, and can be retried."
  ) { (script: Script) in
    let catalog = try await script.launch()
    for fault in [SandboxFault.errors, .garbage] {
      script.setFault(fault, of: script.sandbox)
      try await script.choose(.moscow, in: catalog)
    }
    script.setFault(nil, of: script.sandbox)
    try await script.choose(.moscow, in: catalog)
    script.setFault(.errors, of: script.sandbox)
    try await script.choose(.almaty, in: catalog)
    script.setFault(.slow, of: script.sandbox)
    try await script.choose(.almaty, in: catalog)
  }

  static let brokenStoredList = Scenario(
    "broken-stored-list",
    "A damaged list is replaced by the bundled one, and the current city remains."
  ) { (script: Script) in
    let first = try await script.launch(in: "kk")
    try await script.refresh(first)
    try await script.choose(.almaty, in: first)
    script.tell("Four bytes of the stored list are damaged")
    let file = script.stage.directory.appending(path: "caches/city-list.v1.store")
    var bytes = try Data(contentsOf: file)
    bytes.replaceSubrange(bytes.count / 2..<bytes.count / 2 + 4, with: Data("oops".utf8))
    try bytes.write(to: file)
    let second = try await script.launch(in: "kk")
    try await script.tellList(of: second)
    try script.tellFiles()
    try await script.refresh(second)
  }

  static let killedOnTheWay = Scenario(
    "killed-on-the-way", "The app is killed during a choice: the city from before remains."
  ) { (script: Script) in
    for city in [CityID.moscow, .almaty] {
      let first = try await script.launch()
      script.tell("Choose \(await first.loadList().city(city)?.name ?? "")")
      script.killAtNextAnswer()
      _ = await first.outcome(of: city)
      let second = try await script.launch()
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
