import Cart
import Cities
import FoodApp
import FoodAppTestSupport
import Foundation
import Networking
import NetworkingTestSupport
import Profile
import ProfileTestSupport
import Sandbox
import SandboxApp
import Storage
import StorageTestSupport
import Sync
import Testing

struct AdoptingTests {
  @Test(arguments: Backing.allCases)
  func `City, session and cart of a former app are adopted, once`(_ backing: Backing) async throws {
    let device = FoodAppDevice(backing)
    let former = try FormerInstallation(at: device.server, phone: PhoneNumber.ada.rawValue)
    try await device.run(adopting: former.app) { app in
      let ada = try await app.currentUser()
      #expect(ada.account == former.account)
      _ = try await app.cities.first { $0.currentCity?.id == .almaty ? true : nil }
      let cart = try await ada.cart.first { $0.lines.isEmpty ? nil : $0 }
      #expect(cart.words == ["2 Margherita"])
      try await ada.cart.setQuantity(3, of: try #require(cart.lines.first).id)
      try await ada.cart.settled()
    }
    #expect(former.left == (device.backing == .files ? [] : ["cart"]))
    #expect(device.server.model.carts.cart(FormerInstallation.cart)?.lines.map(\.quantity) == [3])
    try await device.run(adopting: former.app) { app in
      let ada = try await app.currentUser()
      try await ada.cart.settled()
      #expect(ada.cart.state.words == ["3 Margherita"])
    }
  }

  @Test(arguments: Backing.allCases)
  func `A former app's data is adopted at a later launch if the first one has no network`(
    _ backing: Backing
  ) async throws {
    let device = FoodAppDevice(backing)
    let former = try FormerInstallation(at: device.server, phone: PhoneNumber.ada.rawValue)
    device.network.isOffline = true
    device.server.fault = .offline
    try await device.run(adopting: former.app) { app in
      _ = try await app.cities.first { state in
        if case .failed? = state.choice?.phase { true } else { nil }
      }
      #expect(try await app.currentUser().account == former.account)
    }
    device.network.isOffline = false
    device.server.fault = nil
    try await device.run(adopting: former.app) { app in
      _ = try await app.cities.first { $0.currentCity?.id == .almaty ? true : nil }
      let ada = try await app.currentUser()
      _ = try await ada.cart.first { $0.lines.isEmpty ? nil : true }
    }
  }
}
