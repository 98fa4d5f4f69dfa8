import Foundation
import Storage
import Sync

// The code of the documentation's listings; Tests/Checks/Documentation/examples compares them line by
// line.

extension MenuScreen {
  func open(
    _ environment: FeatureEnvironment, _ server: any MenuServer, city: Int, _ language: String,
    in group: inout ThrowingTaskGroup<Void, any Error>
  ) async {
    let menus = CachedSource<MenuScope, Menu>(
      "menus",
      store: CollectionRepository(
        .memoryBackedByFile("menus"), class: .cache, schema: StoredSchema(SourceSnapshot.self),
        in: environment.directory),
      scope: MenuScope(city, language), freshFor: .seconds(600), in: environment
    ) { scope, validator in
      await server.menu(scope, ifNot: validator)
    }
    group.addTask { await menus.run() }

    for await state in await menus.states() {
      switch state.data {
      case .none: showPlaceholder()
      case .value(let menu, let isFresh): show(menu.value, asOf: isFresh ? nil : menu.time)
      }
      showProgress(state.fetch)
    }
  }

  func draw(
    _ menus: CachedSource<MenuScope, Menu>, list: any View, footer: any View
  ) async {
    for await state in await menus.states() {
      switch state.data {
      case .none: showPlaceholder()
      case .value(let menu, let isFresh):
        list.show(menu.value)
        footer.text = isFresh ? nil : "as of \(menu.time)"
      }
      switch state.fetch {
      case .idle: hideProgress()
      case .fetching: showProgress()
      case .notRunning: hideProgress()
      case .failed(let failure): offerRetry(failure)
      case .closed(let reasons): explain(reasons)
      }
    }
  }
}

private func schema() -> StoredSchema<SourceSnapshot<MenuScope, Menu>> {
  StoredSchema(SourceSnapshot<MenuScope, MenuV1>.self)
    .step("dishes have combos") {
      SourceSnapshot(scope: $0.scope, value: Menu($0.value), version: $0.version, time: $0.time)
    }
}

private nonisolated struct MenuScope: Hashable, Codable {
  let city: Int
  let language: String
  init(_ city: Int, _ language: String) { (self.city, self.language) = (city, language) }
}

private nonisolated struct MenuV1: Codable {}

private nonisolated struct Menu: Equatable, Codable {
  init(_ earlier: MenuV1) {}
}

private protocol MenuServer: Sendable {
  func menu(_ scope: MenuScope, ifNot validator: String?) async -> FetchOutcome<Menu?>
}

/// The screen that the examples display on.
private protocol MenuScreen {
  func showPlaceholder()
  func show(_ menu: Menu, asOf time: Date?)
  func showProgress(_ fetch: FetchStatus)
  func showProgress()
  func hideProgress()
  func offerRetry(_ failure: FetchFailure)
  func explain(_ reasons: Set<Gate.Reason>)
}

private protocol View: AnyObject {
  var text: String? { get set }
  func show(_ menu: Menu)
}

private func log(_ environment: FeatureEnvironment, in file: any LogFile) async {
  for await event in environment.diagnostics.events() {
    file.append(event.json)
  }
}

private protocol LogFile {
  func append(_ line: String)
}

private func gate(ofUserIn deviceGate: Gate) -> Gate {
  let userGate = Gate(in: deviceGate)
  return userGate
}
