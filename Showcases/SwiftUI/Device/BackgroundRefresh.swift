#if canImport(UIKit) && canImport(BackgroundTasks)
  import BackgroundTasks
  import Foundation

  /// A fetch of the orders in the background, for which the system may launch the app without a screen.
  ///
  /// The app's `Info.plist` must list ``identifier`` in `BGTaskSchedulerPermittedIdentifiers`, and
  /// `fetch` in `UIBackgroundModes`.
  enum BackgroundRefresh {
    static let identifier = "orders"

    /// Requests one refresh, in 15 minutes at the earliest.
    ///
    /// The system decides when the refresh takes place, and may omit it. The request replaces a
    /// pending earlier request.
    ///
    /// - Throws: `BGTaskScheduler.Error`, such as `unavailable` if the user has turned refreshes
    ///   off.
    static func schedule() throws {
      let request = BGAppRefreshTaskRequest(identifier: identifier)
      request.earliestBeginDate = .now + 15 * 60
      try BGTaskScheduler.shared.submit(request)
    }
  }
#endif
