import Addresses
import Cart
import Cities
import Commerce
import FoodApp
import Foundation
import Menu
import Networking
import OrderRating
import Sandbox
import SandboxApp
import Sync
import Testing

/// Tests of all features in one world, with the public access of an app.
struct SandboxAppTests {
  private let almaty: CityID = 1_526_384
  /// Tuesday, 2026-11-24, noon in Almaty.
  private let noon = Date(timeIntervalSince1970: 1_795_503_600)
  private let sample: SandboxApp
  private var app: FoodApp { sample.app }

  init() throws {
    let noon = noon
    sample = try SandboxApp(now: { noon })
  }

  @Test func `An item that the menu stops is sold out in the cart, until the stop ends`()
    async throws
  {
    try await sample.running { user in
      try await app.choose(almaty)
      let menu = try await app.menu.first { $0.orderable(at: noon) }
      let tea = try #require(menu.start(with: "tea-mint-cup" as Variant.ID).flatMap(menu.ordered))
      try await user.cart.add(CartItem(tea, in: menu.menu, of: almaty), count: 1)
      #expect(try await user.cart.first { $0.confirmed }.lines.map(\.problems) == [[]])

      sample.server.change { world in
        let end = Int64(world.now + 60)
        let stop = MenuServerModel.Stop(kind: "product", id: "tea-mint", until: end)
        world.menus.stop([stop], in: almaty)
      }
      try await user.cart.refresh()
      #expect(user.cart.state.lines.map(\.problems) == [[.soldOut]])

      sample.server.change { $0.now += 60 }
      try await user.cart.refresh()
      #expect(user.cart.state.lines.map(\.problems) == [[]])
    }
  }

  @Test func `The sample app has a state of every feature`() async throws {
    let noon = noon
    let sample = try await SandboxApp.sample(now: { noon })
    let user = try #require(sample.app.state.user)
    #expect(sample.app.cities.state.currentCity?.name == "Almaty")
    #expect(sample.app.menu.state.menu?.products.count == 61)
    #expect(user.addresses.state.addresses.map(\.status) == [.confirmed])
    #expect(user.cart.state.lines.map(\.item.name) == ["Margherita", "Lunch"])
    #expect(user.cart.state.lines.map(\.status) == [.confirmed, .confirmed])
    #expect(user.cart.state.promos.map(\.code) == ["TENTH"])
    #expect(user.cart.state.totals?.discount.minorUnits ?? 0 > 0)
    #expect(user.reviews.state.drafts.map(\.id) == ["N-1"])
  }
}

extension CartState {
  /// This state, if the server has confirmed it.
  fileprivate var confirmed: CartState? {
    pending.isEmpty && totals?.isEstimate == false ? self : nil
  }
}
