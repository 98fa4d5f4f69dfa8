import Cities
import FoodApp
import Networking
import Observation
import Orders
import Storage
import Sync

/// The model that all screens share: the running app, its state, and the last error.
///
/// The model also restarts failed features when the app enters the foreground, and writes pending
/// values when the app enters the background.
@Observable
final class AppModel {
  let app: FoodApp
  /// The observed state of the app: the current user and the health of each feature.
  let state: Observed<FoodAppState>
  let cities: Observed<CityState>
  /// The error of the last action; `nil` if there is none or the user has dismissed it.
  var failure: (any Error)?
  /// Whether ``failure`` is shown; setting it to `false` dismisses the error.
  var isFailureShown: Bool {
    get { failure != nil }
    set { if !newValue { failure = nil } }
  }

  private let backgroundTime: BackgroundTime
  private let sharedOrders: SharedOrders?

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - app: The app, which ``run()`` runs.
  ///   - backgroundTime: The background tasks for work that continues after the user has left the app.
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

  /// The features of the current user; `nil` until the stored session has been read.
  var user: FoodAppUser? { state.state.user }

  /// Performs an action of the user, and stores its error in ``failure``.
  func perform(_ action: () async throws -> Void) async {
    do { try await action() } catch { failure = error }
  }

  /// Performs an action that may continue after the user has left the app.
  ///
  /// Stores the error of the action in ``failure``. `name` is the name of the background task.
  func performInBackground(_ name: String, _ action: @escaping () async throws -> Void) async {
    await perform { try await backgroundTime.perform(name, action) }
  }

  // MARK: The life of the app

  /// Restarts the features that have failed; call it when the app enters the foreground.
  func enteredForeground() async {
    for (feature, _) in app.state.failures { await perform { try await app.restart(feature) } }
  }

  /// Writes the pending values to disk; call it when the app leaves the foreground.
  func enteredBackground() async {
    await performInBackground("flush") { [app] in try await app.flush() }
  }

  /// Runs the app until a fetch of the orders has ended, then writes the pending values to disk.
  ///
  /// During the fetch, the app also sends its pending changes. Call the method in a background refresh.
  /// For such a refresh, the system can launch the app without a screen.
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
      switch state.health[.orders] {
      case .running: break
      case .needsAccount, .failed: return
      case .starting, .stopped, nil: continue
      }
      guard let orders = state.user?.orders else { continue }
      // The error is not reported here, because the state of the orders contains it.
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
