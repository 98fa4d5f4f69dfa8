import Addresses
import Cart
import Cities
import FoodApp
import FoodAppTestSupport
import Networking
import Profile
import ProfileTestSupport
import Sandbox
import SandboxApp
import StorageTestSupport
import Sync
import Testing

struct SigningInTests {
  @Test(arguments: Backing.allCases)
  func `When a user has signed in or out, the features are those of the account or guest`(
    _ backing: Backing
  ) async throws {
    let device = FoodAppDevice(backing)
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

  @Test(arguments: Backing.allCases)
  func `Nothing of one account is visible to another`(_ backing: Backing) async throws {
    let device = FoodAppDevice(backing)
    try await device.run { app in
      try await app.choose(.almaty)
      let ada = try await device.signIn(app)
      try await ada.addresses.add(.sample())
      try await ada.cart.add(try await app.item(), count: 1)
      try await ada.profile.apply(.name("Ada"))
      _ = try await ada.cart.settled()
      _ = try await ada.profile.first { $0.pending.isEmpty ? true : nil }
      try await app.signOut(keepingData: true)
      let bob = try await device.signIn(app, as: .bob)
      _ = try await bob.addresses.first { $0.sync.fetch == .idle ? true : nil }
      _ = try await bob.profile.first { $0.sync.fetch == .idle ? true : nil }
      #expect(bob.addresses.state.addresses.isEmpty)
      #expect(bob.cart.state.lines.isEmpty && bob.cart.state.id == nil)
      #expect(bob.profile.state.profile?.name == "")
      try await app.signOut(keepingData: false)
      let again = try await device.signIn(app)
      _ = try await again.addresses.first { $0.addresses.count == 1 ? true : nil }
      _ = try await again.cart.first { $0.words == ["1 Margherita"] ? true : nil }
    }
  }

  @Test(arguments: Backing.allCases)
  func `A restart shows the user of the last launch, without a network`(_ backing: Backing)
    async throws
  {
    let device = FoodAppDevice(backing)
    var account: AccountID?
    try await device.run { app in
      try await app.choose(.almaty)
      account = try await device.signIn(app).account
    }
    device.network.isOffline = true
    device.server.fault = .offline
    try await device.run { app in
      let user = try await app.currentUser()
      #expect(user.account == account && account != nil)
      _ = try await app.cities.first { $0.currentCity?.id == .almaty ? true : nil }
      try await app.until(.cart, .running)
    }
  }

  @Test(arguments: Backing.allCases)
  func `A failed sign-in leaves the guest's features running`(_ backing: Backing) async throws {
    let device = FoodAppDevice(backing)
    try await device.run { app in
      let guest = try await app.currentUser()
      try await app.choose(.almaty)
      try await app.session.requestCode(for: .ada)
      let code = try #require(device.server.model.accounts.code(for: PhoneNumber.ada.rawValue))
      let wrong = code == "0000" ? "1111" : "0000"
      await #expect(throws: SessionError.wrongCode(attemptsLeft: 2)) {
        try await app.signIn(withCode: wrong)
      }
      #expect(app.state.user?.id == guest.id)
      try await guest.cart.add(try await app.item(), count: 1)
    }
  }

  @Test(arguments: Backing.allCases)
  func `A sign-in with a provider's token returns once the account's cart has been fetched`(
    _ backing: Backing
  ) async throws {
    let device = FoodAppDevice(backing)
    try await device.run { app in
      let guest = try await app.currentUser()
      try await app.choose(.almaty)
      try await guest.cart.add(try await app.item(), count: 2)
      try await guest.cart.settled()
      try await app.signIn(with: ProviderToken(provider: "apple", token: "token"))
      let user = try #require(app.state.user)
      #expect(user.account?.rawValue == "apple-token")
      #expect(user.cart.state.words == ["2 Margherita"])
    }
  }

  @Test(arguments: Backing.allCases)
  func `A session that the service has ended keeps the features of its account`(_ backing: Backing)
    async throws
  {
    let device = FoodAppDevice(backing)
    try await device.run { app in
      try await app.choose(.almaty)
      let ada = try await device.signIn(app)
      let account = try #require(ada.account)
      try await ada.cart.add(try await app.item(), count: 1)
      try await ada.cart.settled()
      device.server.change { world in
        world.accounts.revoke(account.rawValue)
        world.accounts.expireAccessTokens()
      }
      do { try await ada.cart.refresh() } catch {}
      _ = try await app.first { $0.session.status == .expired(account) ? true : nil }
      #expect(app.state.user?.id == ada.id)
      try await ada.cart.add(try await app.item(), count: 1)
      #expect(ada.cart.state.words == ["2 Margherita"])
      let again = try await device.signIn(app)
      try await again.cart.settled()
      #expect(again.cart.state.words == ["2 Margherita"])
    }
  }

  @Test(arguments: Backing.allCases)
  func `A deleted account leaves a guest without data`(_ backing: Backing) async throws {
    let device = FoodAppDevice(backing)
    try await device.run { app in
      try await app.choose(.almaty)
      let ada = try await device.signIn(app)
      try await ada.cart.add(try await app.item(), count: 1)
      try await app.deleteAccount()
      let guest = try #require(app.state.user)
      #expect(guest.account == nil && guest.cart.state.lines.isEmpty)
      let next = try await device.signIn(app)
      #expect(next.cart.state.lines.isEmpty)
    }
  }
}
