import Commerce
import Foundation
import MenuTestSupport
import Networking
import Sync
import Testing

import SyncTestSupport
@testable import Menu

struct MenuServerTests {
  let server = MenuServerDouble()

  private func menu(ifNot validator: String? = nil) async -> FetchOutcome<MenuSnapshot?> {
    await MenuServer(transport: server)
      .menu(MenuScope(.pickup, in: .sampleCity), in: .sampleCity, ifNot: validator)
  }

  @Test
  func `A menu is asked for in its city, in its language and for its fulfillment method`()
    async throws
  {
    guard case .updated(let update, let validator?) = await menu() else {
      Issue.record("no menu")
      return
    }
    let request = try #require(server.requests.first)
    #expect(request.path == "/v1/menu")
    #expect(request.query == ["fulfilment": "pickup"])
    #expect(request.context == .sampleCity)
    #expect(request.sizeLimit == 16_777_216)
    #expect(update.version == ServerVersion(1))
    guard case .notModified = await self.menu(ifNot: validator) else {
      Issue.record("the same menu came again")
      return
    }
  }

  @Test
  func `A menu cut off anywhere, or with a byte changed, is refused or usable, and never traps`()
    throws
  {
    let bytes = Array(SampleMenu.text().utf8)
    for place in stride(from: 0, to: bytes.count, by: 7) {
      var changed = bytes
      changed[place] = changed[place] &+ 1
      for damaged in [Array(bytes[..<place]), changed] {
        let menu: MenuSnapshot
        do { menu = try MenuSnapshot(json: Data(damaged)) } catch { continue }
        let order = try menu.at()
        for variant in menu.variants.map(\.id) {
          _ = order.start(with: variant).map(order.problems)
        }
        for combo in menu.combos.keys { _ = order.lowestPrice(of: .combo(combo)) }
      }
    }
  }

  @Test func `A source sends no request for another scope than that of the settled city`() async {
    let device = MenuDevice()
    let sources = sources(on: device)
    device.city.settle(in: .otherCity)

    let refused = SyncError.fetch(.noAnswer(.cancelled))
    await #expect(throws: refused) { try await sources.menus.refresh() }
    await #expect(throws: refused) { try await sources.stops.refresh() }
    #expect(device.server.requests.isEmpty)
  }

  @Test func `A stop list is fresh for one minute`() async throws {
    let device = MenuDevice()
    let sources = sources(on: device)
    _ = try await sources.stops.refresh()

    for (seconds, isExpected) in [(60.0, true), (1, false)] {
      device.time.turn(by: seconds)
      await sources.stops.select(RequestContext.sampleCity.city)
      guard case .value(_, let isFresh) = sources.stops.state.data else {
        Issue.record("no stop list")
        return
      }
      #expect(isFresh == isExpected, "after \(seconds) more seconds")
    }
  }

  @Test(arguments: [
    (RequestContext.sampleCity, RequestContext.sampleCity, true),
    (.sampleCityInRussian, .sampleCity, false), (.sampleCity, .otherCity, false),
  ])
  func `A state takes only a menu of its scope and unavailable items of its city`(
    ofMenu: RequestContext, ofStops: RequestContext, isTaken: Bool
  ) async {
    let sources = sources(on: MenuDevice())
    await sources.menus.select(MenuScope(.delivery, in: ofMenu))
    await sources.stops.select(ofStops.city)
    var state = MenuState(.delivery, in: .sampleCity)

    #expect(state.take(sources.menus.state, sources.stops.state) == isTaken)
    #expect(state.isLoaded == isTaken)
  }

  /// Settles the sample city, and returns the sources of its menus and unavailable items.
  private func sources(on device: MenuDevice) -> MenuSources {
    device.city.settle(in: .sampleCity)
    return MenuSources(MenuScope(.delivery, in: .sampleCity), in: device.environment())
  }
}
