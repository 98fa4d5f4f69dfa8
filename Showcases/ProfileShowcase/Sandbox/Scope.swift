import Commerce
import Networking
import Profile
import Sandbox
import Storage
import Sync

/// The features of one user: the profile, and a basket that stands for any other feature.
struct Scope: Sendable {
  static let city = RequestContext.demo("RU", 524_901, language: "ru")

  let account: AccountID?
  let transport: any Transport
  let guest: GuestData?
  let profile: any ProfileEditor
  let basket: SingleRepository<[String]>

  init(_ scope: SessionScope) {
    account = scope.account
    transport = scope.environment.transport
    guest = scope.guest
    profile = scope.environment.makeProfileEditor()
    basket = Self.basket(in: scope.environment)
  }

  static func basket(in environment: FeatureEnvironment) -> SingleRepository<[String]> {
    SingleRepository(
      .memoryBackedByFile("basket"), class: .userState, schema: StoredSchema([String].self),
      in: environment.directory)
  }

  func add(_ product: String) async throws {
    try await basket.update { $0 = ($0 ?? []) + [product] }
  }

  /// Adds the products that the user has added as a guest, once.
  func takeGuestBasket() async throws {
    guard let guest else { return }
    for product in try await Self.basket(in: guest.environment).value() ?? [] {
      try await add(product)
    }
    try await guest.finish()
  }

  /// Sends `count` requests for the profile concurrently, and returns the number of successes.
  func requests(_ count: Int) async -> Int {
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<count {
        group.addTask { [transport] in
          let request = HTTPRequest(.get, "/v1/profile", in: Scope.city)
          if case .success = await transport.answer(to: request) { return true }
          return false
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
  }
}
