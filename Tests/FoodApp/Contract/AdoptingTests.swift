import Cart
import Cities
import FoodApp
import FoodAppTestSupport
import Profile
import ProfileTestSupport
import Sandbox
import SandboxApp
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct AdoptingTests {
  @Test(arguments: Backing.allCases)
  func `City, session and cart of a former app are adopted, once`(_ backing: Backing) async throws {
    let device = FoodAppDevice(backing)
    let former = try FormerInstallation(at: device.server, phone: PhoneNumber.ada.rawValue)
    try await device.run(device.launch(adopting: former.app)) { app in
      let ada = try await app.currentUser()
      #expect(ada.account == former.account)
      await app.cities.when { $0.currentCity?.id == .almaty }
      let cart = try await ada.cart.first { $0.lines.isEmpty ? nil : $0 }
      #expect(cart.words == ["2 Margherita"])
      try await ada.cart.setQuantity(3, of: try #require(cart.lines.first).id)
      try await ada.cart.settled()
    }
    #expect(former.left == (backing == .files ? [] : ["cart"]))
    #expect(device.server.model.carts.cart(FormerInstallation.cart)?.lines.map(\.quantity) == [3])
    try await device.run(device.launch(adopting: former.app)) { app in
      let ada = try await app.currentUser()
      #expect(try await ada.cart.settled().words == ["3 Margherita"])
    }
  }
}
