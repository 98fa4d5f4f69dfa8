import Cart
import Cities
import FoodApp
import Foundation
import Networking
import NetworkingTestSupport
import Profile
import Sandbox
import SandboxApp
import Storage
import StorageTestSupport
import Sync
import Synchronization
import Testing

extension FoodAppContract {
  static let adopting: [Rule<any AppDevice>] = [
    Rule("City, session and cart of a former app are adopted, once") { device in
      let former = FormerDevice(on: device)
      try await device.run(adopting: former.app) { app in
        let ada = try await app.currentUser()
        #expect(ada.account?.rawValue == former.account)
        _ = try await app.cities.first { $0.currentCity?.id == .almaty ? true : nil }
        let cart = try await ada.cart.first { $0.lines.isEmpty ? nil : $0 }
        #expect(cart.words == ["2 Margherita"])
        try await ada.cart.setQuantity(3, of: try #require(cart.lines.first).id)
        try await ada.cart.settled()
      }
      #expect(former.left == (device is FileAppDevice ? [] : ["cart"]))
      #expect(device.server.model.carts.cart("former")?.lines.map(\.quantity) == [3])
      try await device.run(adopting: former.app) { app in
        let ada = try await app.currentUser()
        try await ada.cart.settled()
        #expect(ada.cart.state.words == ["3 Margherita"])
      }
    },
    Rule("A former app's data is adopted at a later launch if the first one has no network") {
      device in
      let former = FormerDevice(on: device)
      device.network.isOffline = true
      device.server.fault = .offline
      try await device.run(adopting: former.app) { app in
        _ = try await app.cities.first { state in
          if case .failed? = state.choice?.phase { true } else { nil }
        }
        #expect(try await app.currentUser().account?.rawValue == former.account)
      }
      device.network.isOffline = false
      device.server.fault = nil
      try await device.run(adopting: former.app) { app in
        _ = try await app.cities.first { $0.currentCity?.id == .almaty ? true : nil }
        let ada = try await app.currentUser()
        _ = try await ada.cart.first { $0.lines.isEmpty ? nil : true }
      }
    },
  ]
}

/// The data of a former app on a device, and at the service.
private final class FormerDevice: Sendable {
  private let objects = Mutex<[String: String]>([:])
  let account: String

  init(on device: any AppDevice) {
    let (account, token) = device.server.change { world in
      let account = world.accounts.addAccount(phone: "+79123456789")
      return (account, world.accounts.issueSession(for: account))
    }
    self.account = account
    objects.withLock {
      $0 = ["city": "1526384", "session": token, "cart": "former"]
    }
    let body = #"""
      {"operation":"former","quantity":2,"item":{"city":1526384,"name":"Margherita","details":[],
      "configuration":{"product":"pizza-margherita","variant":"pizza-margherita-s-classic",
      "modifiers":[],"removed":[],"parts":[]},"unitPrice":{"minorUnits":1,"currency":"KZT"},"revision":"1"}}
      """#
    device.server.change { world in
      guard let context = Self.context else { return }
      var request = HTTPRequest(
        .put(HTTPRequest.Body(Data(body.utf8), .json)), "/v1/carts/former/lines", in: context)
      request.idempotencyKey = IdempotencyKey(rawValue: "former")
      _ = world.answer(request)
    }
  }

  private static var context: RequestContext? { .almaty }

  /// The names of the data that has not been adopted.
  var left: [String] { objects.withLock { $0.keys.sorted() } }

  var app: FormerApp {
    FormerApp(
      city: LegacyApp(
        cityID: LegacyIdentifier("city"), object: { [self] in object($0) },
        removeObject: { [self] in remove($0) }),
      session: { [self] in
        guard let token = object("session"), let id = AccountID(rawValue: account) else {
          return nil
        }
        return LegacySession(account: id, refreshToken: token)
      }, removeSession: { [self] in remove("session") },
      cart: { [self] in object("cart").map { ($0, .almaty) } },
      removeCart: { [self] in remove("cart") })
  }

  private func object(_ name: String) -> String? { objects.withLock { $0[name] } }
  private func remove(_ name: String) { objects.withLock { $0[name] = nil } }
}
