import Addresses
import Cart
public import Cities
public import FoodApp
public import Foundation
import Networking
import Orders
import Profile
public import Sandbox
import Sync

/// A ``FoodApp`` with storage in memory and a ``SandboxWorld`` as its server.
///
/// Use it for previews, and for tests of an app's screens. Nothing is written to a disk or sent
/// over a network.
///
/// ```swift
/// let sample = try await SandboxApp.sample()
/// try await sample.running { user in
///   sample.server.fault = .offline
///   try await user.cart.setQuantity(3, of: user.cart.state.lines[0].id)
/// }
/// ```
///
/// To show other states of the features, change the server's data or set a fault. The function
/// ``running(_:)`` runs the app during a test. In a preview, await ``FoodApp/run()`` in the task of
/// the view.
public struct SandboxApp: Sendable {
  /// The server, whose data and faults can be changed at any time.
  public let server: SandboxServer<SandboxWorld>
  /// The app, in which a guest can use all features except the profile.
  public let app: FoodApp

  /// Creates an app in the state of a first launch: no city has been chosen.
  ///
  /// Decoding the bundled data takes some tenths of a second in a debug build.
  ///
  /// - Parameters:
  ///   - pace: The pace of responses.
  ///   - language: The language of the cities and of the menu.
  ///   - now: Returns the app's current time. The initializer also sets the server's clock to this
  ///     time. Afterward the server's clock stands still until a test sets ``SandboxWorld/now``.
  /// - Throws: An error of the bundled files.
  public init(
    pace: SandboxPace = .immediate, language: Language = .english,
    now: @escaping @Sendable () -> Date = { .now }
  ) throws {
    let world = try SandboxWorld(now: Int(now().timeIntervalSince1970))
    server = SandboxServer(world, pace: pace)
    let environment = FeatureEnvironment(transport: server, now: now)
    app = try FoodApp(
      in: environment, secrets: FileSecrets(in: environment.directory), language: language,
      servingGuests: [.cart, .addresses, .orders, .reviews],
      cities: BundledCities(contentsOf: try CityServerModel.bundledList()))
  }

  /// Runs the app while a test uses the features of its current user.
  ///
  /// - Returns: The result of the test.
  /// - Throws: The error of the test.
  public func running<Result>(
    _ test: (FoodAppUser) async throws -> Result
  ) async throws -> Result {
    // If the app has run before, its state still contains the user of that run, whose features no longer
    // run. The user of this run is another one, and can be there before the first line after `addTask`.
    let earlier = app.state.user?.id
    return try await withThrowingTaskGroup { group in
      group.addTask { [app] in await app.run() }
      defer { group.cancelAll() }
      return try await test(try await user(after: earlier))
    }
  }

  /// Waits until the features of another user than an earlier one run, and returns them.
  ///
  /// Also waits until the fetches of the cart, the addresses and the orders have ended or are
  /// blocked.
  private func user(after earlier: FoodAppUser.ID?) async throws -> FoodAppUser {
    let user = try await app.first { $0.user?.id == earlier ? nil : $0.user }
    _ = try await user.cart.first { $0.sync.hasAnswer }
    _ = try await user.addresses.first { $0.sync.hasAnswer }
    _ = try await user.orders.first { $0.sync.hasAnswer }
    return user
  }
}

extension SyncState {
  /// `true` if the fetch of the feature's data has ended or is blocked, otherwise `nil`.
  ///
  /// The value is never `false`. The function `first(_:)` waits while the value is `nil`, and
  /// `false` would end the wait.
  fileprivate var hasAnswer: Bool? {
    switch fetch {
    case .fetching, .notRunning: nil
    case .idle, .failed, .closed: true
    }
  }
}
