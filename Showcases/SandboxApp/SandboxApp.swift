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

/// A ``FoodApp`` over in-memory storage and one ``SandboxWorld``.
///
/// It is for previews, and for tests of an app's own screens. Nothing is written to a disk or sent
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
/// The states of the features are samples, and so is every state that a change or a fault leads to.
/// In a preview, the task of the view awaits ``FoodApp/run()``.
public struct SandboxApp: Sendable {
  /// The server, whose data and faults can be changed at any time.
  public let server: SandboxServer<SandboxWorld>
  /// The app, whose features are served to a guest too, except for the profile.
  public let app: FoodApp

  /// Creates an app on its first launch: no city has been chosen.
  ///
  /// Decoding the bundled data takes some tenths of a second in a debug build.
  ///
  /// - Parameters:
  ///   - pace: The pace of responses.
  ///   - language: The language of the cities and of the menu.
  ///   - now: Returns the current time; the server has the one of this call.
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
      servingGuests: [.cart, .addresses, .orders, .reviews])
  }

  /// Runs the app while a test uses the features of its current user.
  ///
  /// - Returns: The result of the test.
  /// - Throws: The error of the test.
  public func running<Result>(
    _ test: (FoodAppUser) async throws -> Result
  ) async throws -> Result {
    try await withThrowingTaskGroup { group in
      group.addTask { [app] in await app.run() }
      defer { group.cancelAll() }
      return try await test(try await currentUser())
    }
  }

  /// Waits for the features of this run, and for what they have fetched.
  private func currentUser() async throws -> FoodAppUser {
    // The user of an earlier run stays visible until another one is.
    let earlier = app.state.user?.id
    let user = try await app.first { $0.user?.id == earlier ? nil : $0.user }
    _ = try await user.cart.first { $0.sync.hasAnswer }
    _ = try await user.addresses.first { $0.sync.hasAnswer }
    _ = try await user.orders.first { $0.sync.hasAnswer }
    return user
  }
}

extension SyncState {
  /// `true` once a run has fetched, or cannot; `nil` before.
  fileprivate var hasAnswer: Bool? {
    switch fetch {
    case .fetching, .notRunning: nil
    case .idle, .failed, .closed: true
    }
  }
}
