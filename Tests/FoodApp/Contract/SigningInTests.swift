import Addresses
import Cart
import Cities
import FoodApp
import FoodAppTestSupport
import Profile
import ProfileTestSupport
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct SigningInTests {
  private let device = FoodAppDevice(.memory)

  @Test func `When a user has signed in or out, the features are those of the account or guest`()
    async throws
  {
    try await device.run { app in
      let guest = try await app.currentUser()
      let ada = try await device.signIn(app)
      #expect(ada.account != nil && ada.account == app.session.state.account)
      #expect(ada.id != guest.id)
      // What an app needs for a feature of its own.
      #expect(guest.environment.account == nil)
      #expect(ada.environment.account == ada.account?.rawValue)
      #expect(ada.environment.city === app.environment.city)
      try await app.signOut(keepingData: true)
      #expect(app.state.user?.account == nil)
      let again = try await device.signIn(app)
      #expect(again.account == ada.account && again.id != ada.id)
    }
  }

  @Test func `Nothing of one account is visible to another`() async throws {
    try await device.runAsAda { app, ada in
      try await ada.addresses.add(.sample())
      try await ada.cart.add(try await app.item(), count: 1)
      try await ada.profile.apply(.name("Ada"))
      _ = try await ada.cart.settled()
      await ada.profile.when { $0.pending.isEmpty }
      try await app.signOut(keepingData: true)
      let bob = try await device.signIn(app, as: .bob)
      await bob.addresses.when { $0.sync.fetch == .idle }
      await bob.profile.when { $0.sync.fetch == .idle }
      #expect(bob.addresses.state.addresses.isEmpty)
      #expect(bob.cart.state.lines.isEmpty && bob.cart.state.id == nil)
      #expect(bob.profile.state.profile?.name == "")
      try await app.signOut(keepingData: false)
      let again = try await device.signIn(app)
      await again.addresses.when { $0.addresses.count == 1 }
      await again.cart.when { $0.words == ["1 Margherita"] }
    }
  }

  @Test func `A failed sign-in leaves the guest's features running`() async throws {
    try await device.runAsGuest { app, guest in
      let code = try await device.requestCode(app)
      let wrong = code == "0000" ? "1111" : "0000"
      await #expect(throws: SessionError.wrongCode(attemptsLeft: 2)) {
        try await app.signIn(withCode: wrong)
      }
      #expect(app.state.user?.id == guest.id)
      try await guest.cart.add(try await app.item(), count: 1)
    }
  }

  @Test func `A sign-in with a provider's token gives the account the guest's lines`() async throws
  {
    try await device.runAsGuest { app, guest in
      try await guest.cart.add(try await app.item(), count: 2)
      try await guest.cart.settled()
      try await app.signIn(with: ProviderToken(provider: "apple", token: "token"))
      let user = try #require(app.state.user)
      #expect(user.account?.rawValue == "apple-token")
      await user.cart.when { !$0.lines.isEmpty }
      #expect(user.cart.state.words == ["2 Margherita"])
    }
  }

  @Test func `A session that the service has ended keeps the features of its account`() async throws
  {
    try await device.runAsAda { app, ada in
      let account = try #require(ada.account)
      try await ada.cart.add(try await app.item(), count: 1)
      try await ada.cart.settled()
      device.server.change { world in
        world.accounts.revoke(account.rawValue)
        world.accounts.expireAccessTokens()
      }
      do { try await ada.cart.refresh() } catch {}
      await app.when { $0.session.status == .expired(account) }
      #expect(app.state.user?.id == ada.id)
      try await ada.cart.add(try await app.item(), count: 1)
      #expect(ada.cart.state.words == ["2 Margherita"])
      let again = try await device.signIn(app)
      #expect(try await again.cart.settled().words == ["2 Margherita"])
    }
  }

  @Test func `A deleted account leaves a guest without data`() async throws {
    try await device.runAsAda { app, ada in
      try await ada.cart.add(try await app.item(), count: 1)
      try await app.deleteAccount()
      let guest = try #require(app.state.user)
      #expect(guest.account == nil && guest.cart.state.lines.isEmpty)
      let next = try await device.signIn(app)
      #expect(next.cart.state.lines.isEmpty)
    }
  }
}
