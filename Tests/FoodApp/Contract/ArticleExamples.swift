import Addresses
import Cart
import Cities
import Commerce
import FoodApp
import Foundation
import Menu
import Networking
import Profile
import Storage
import Sync

// The listings of the documentation, line by line: Tests/Checks/Documentation/examples compares them.

private func order(_ app: FoodApp, _ id: MenuProduct.ID, to home: SavedAddress) async throws {
  let city = try await app.choose(1_526_384)
  try await app.menu.refresh()
  let menu = app.menu.state.orderable(at: .now)
  try await app.signIn(withCode: "1234")

  if let user = app.state.user, let menu, let pizza = menu.selection(of: .product(id)),
    let item = menu.cartItem(pizza, in: city.id)
  {
    try await user.cart.add(item, count: 1)
    try await user.setDelivery(to: home)
    if let due = user.cart.state.totals?.due { try await user.placeOrder(for: due) }
  }
}

private func moveOwnData(
  _ environment: FeatureEnvironment, _ secrets: some SecretStore,
  moveNotes: @escaping @Sendable (StorageDirectory, StorageDirectory) async throws -> Void
) throws -> FoodApp {
  let app = try FoodApp(
    in: environment, secrets: secrets,
    moving: { guest, account in
      try await moveNotes(guest.directory, account.environment.directory)
    })
  return app
}

private func takeOneModule(_ server: URL, _ directory: URL, _ city: CityID) async throws {
  let environment = FeatureEnvironment.live(server: server, directory: directory)
  let catalog = environment.makeCityCatalog(language: .english)

  // At each launch:
  await catalog.start(with: nil)
  // In the picker:
  try await catalog.choose(city)

  let cart = environment.makeCart()
  try await cart.run()
}

private func follow(_ isReachable: Bool, _ environment: FeatureEnvironment) {
  if isReachable {
    environment.gate.open(for: .offline)
  } else {
    environment.gate.close(for: .offline)
  }
}

private func account(
  _ id: String, _ environment: FeatureEnvironment, _ authorizer: some Authorizer
) -> FeatureEnvironment {
  var account = environment
  account.directory = environment.directory.subdirectory(id, of: id)
  account.transport = AuthorizedTransport(environment.transport, by: authorizer)
  return account
}

private func adopt(_ defaults: Defaults, _ keychain: Keychain, _ city: CityID) -> FormerApp {
  let former = FormerApp(
    city: { (defaults.object(forKey: "cityID") as? Int).map(CityID.init(rawValue:)) },
    removeCity: { defaults.removeObject(forKey: "cityID") },
    session: { keychain.session }, removeSession: { keychain.removeSession() },
    cart: { defaults.string(forKey: "cart").map { ($0, city) } },
    removeCart: { defaults.removeObject(forKey: "cart") })
  return former
}

/// Stand-ins for the stores of a former app.
private nonisolated protocol DefaultsStore: Sendable {
  func object(forKey key: String) -> Any?
  func string(forKey key: String) -> String?
  func removeObject(forKey key: String)
}
private typealias Defaults = any DefaultsStore
private nonisolated protocol KeychainStore: Sendable {
  var session: LegacySession? { get }
  func removeSession()
}
private typealias Keychain = any KeychainStore

#if canImport(SwiftUI) && canImport(Security)
  import SwiftUI

  @MainActor @ViewBuilder private func start(_ server: URL, _ directory: URL) throws -> some View {
    let app = try FoodApp(
      in: .live(server: server, directory: directory), secrets: KeychainSecrets(service: "session"))

    ContentView(app).task { await app.run() }
  }

  private struct ContentView: View {
    let app: FoodApp
    init(_ app: FoodApp) { self.app = app }
    var body: some View {
      if let user = app.state.user { OrderingView(user).id(user.id) }
    }
  }

  private struct OrderingView: View {
    let user: FoodAppUser
    init(_ user: FoodAppUser) { self.user = user }
    var body: some View { Text("\(user.cart.state.lines.count)") }
  }
#endif
