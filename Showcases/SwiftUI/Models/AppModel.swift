import Cities
import FoodApp
import Networking
import Observation
import Orders
import Storage
import Sync

/// The part of the app that all screens share, and what it does when the system calls it.
@Observable
final class AppModel {
  let app: FoodApp
  /// The user and the health of the features.
  let state: Observed<FoodAppState>
  let cities: Observed<CityState>
  /// The error of the last action, until the user dismisses it.
  var failure: (any Error)?
  /// Whether there is such an error; set to `false` to dismiss it.
  var isFailureShown: Bool {
    get { failure != nil }
    set { if !newValue { failure = nil } }
  }

  private let backgroundTime: BackgroundTime
  private let sharedOrders: SharedOrders?

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - app: The app, which the model runs.
  ///   - backgroundTime: The source of time for work that outlives the screen.
  ///   - sharedOrders: The orders that a widget reads; `nil` without a widget.
  init(
    _ app: FoodApp, backgroundTime: BackgroundTime = .system,
    sharing sharedOrders: SharedOrders? = nil
  ) {
    self.app = app
    self.backgroundTime = backgroundTime
    self.sharedOrders = sharedOrders
    state = Observed(app)
    cities = Observed(app.cities)
  }

  /// The features of the current user; `nil` until the session has been read.
  var user: FoodAppUser? { state.state.user }

  /// Performs an action of the user, and shows its error.
  func perform(_ action: () async throws -> Void) async {
    do { try await action() } catch { failure = error }
  }

  /// Performs an action that the system lets end when the user leaves the app, and shows its error.
  func performInBackground(_ name: String, _ action: @escaping () async throws -> Void) async {
    await perform { try await backgroundTime.perform(name, action) }
  }

  // MARK: The life of the app

  /// Runs all features until the task is canceled; the task of the app's view awaits it.
  func run() async {
    while !Task.isCancelled {
      await app.run()
      // Returned without a cancellation: a background refresh runs the app, and ends before long.
      for await state in app.states() where state.isStopped { break }
    }
  }

  /// Tries the failed features again; call it when the app enters the foreground.
  func enteredForeground() async {
    for (feature, _) in app.state.failures { await perform { try await app.restart(feature) } }
  }

  /// Writes what is pending; call it when the app leaves the foreground.
  func enteredBackground() async {
    await performInBackground("flush") { [app] in try await app.flush() }
  }

  /// Fetches the orders, and sends meanwhile what is pending, in the time that the system grants for it.
  ///
  /// The app may have been launched for this, without a screen.
  func refreshInBackground() async {
    await withDiscardingTaskGroup { group in
      group.addTask { [app] in await app.run() }
      await fetchOrders()
      group.cancelAll()
    }
    await enteredBackground()
  }

  private func fetchOrders() async {
    for await state in app.states() {
      guard let orders = state.user?.orders else { continue }
      // The failure is in the state of the orders, which the user sees at the next launch.
      do { try await orders.refresh() } catch { return }
      return await share(orders.state)
    }
  }

  // MARK: The widget

  /// Shares the orders of a user with the widget until the task is canceled.
  func share(_ orders: any OrderTracker) async {
    for await state in orders.states() { await share(state) }
  }

  private func share(_ orders: OrdersState) async {
    guard let sharedOrders, orders.sync.isLoaded else { return }
    await performInBackground("widget") { try await sharedOrders.publish(orders.active) }
  }
}

extension FoodAppState {
  fileprivate var isStopped: Bool { health.values.allSatisfy { $0 == .stopped } }
}
