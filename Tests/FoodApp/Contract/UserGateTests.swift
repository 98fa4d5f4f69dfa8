import Cart
import FoodApp
import FoodAppTestSupport
import Menu
import Networking
import NetworkingTestSupport
import Profile
import Sandbox
import SandboxApp
import Sync
import SyncTestSupport
import Testing

/// The service refuses requests of a user, and the device goes on without them.
struct UserGateTests {
  private let device = FoodAppDevice()
  private let refusal = RequestFault<SandboxWorld>.problem("signedOut", status: 401)

  @Test func `A refused order of a guest stops neither the cart nor the menu`() async throws {
    device.server.spoil(Array(repeating: refusal, count: 1_000)) {
      $0.authorization == nil && $0.path.hasSuffix("/order")
    }
    try await device.runAsGuest { app, guest in
      try await guest.cart.add(try await app.item(), count: 1)
      let due = try #require(try await guest.cart.settled().totals?.due)
      try await guest.placeOrder(for: due)
      await guest.cart.when { $0.pending.contains { $0.subject == .order && $0.status.isFailed } }
      let order = try #require(guest.cart.state.pending.first { $0.subject == .order })
      try await guest.cart.discard(order.id)
      try await guest.cart.add(try await app.item(), count: 1)
      #expect(try await guest.cart.settled().words == ["2 Margherita"])
      try await app.menu.refresh()
      try await app.choose(.moscow)
      await app.menu.when { $0.menu != nil }
      #expect(app.environment.gate.isOpen)
    }
  }

  @Test func `A menu that is refused without a sign-in closes no gate`() async throws {
    device.server.spoil([refusal, refusal, refusal, refusal]) { $0.path.hasPrefix("/v1/menu") }
    try await device.runAsGuest { app, guest in
      do { try await app.menu.refresh() } catch {}
      #expect(app.environment.gate.isOpen && guest.environment.gate.isOpen)
      device.server.endFaults()
      try await app.menu.refresh()
      try await guest.cart.add(try await app.item(), count: 1)
      #expect(try await guest.cart.settled().words == ["1 Margherita"])
    }
  }

  @Test func `An expired session leaves the menu to the user`() async throws {
    try await device.runAsAda { app, ada in
      let account = try #require(ada.account)
      device.server.change {
        $0.accounts.revoke(account.rawValue)
        $0.accounts.expireAccessTokens()
      }
      do { try await ada.profile.refresh() } catch {}
      await app.when { $0.session.status == .expired(account) }
      try await app.menu.refresh()
    }
    try await device.run { app in
      _ = try await app.currentUser()
      try await app.choose(.moscow)
      await app.menu.when { $0.menu != nil }
    }
  }
}
