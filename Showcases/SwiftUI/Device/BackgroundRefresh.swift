#if canImport(UIKit) && canImport(BackgroundTasks)
  import BackgroundTasks
  import Foundation

  /// The refresh for which the system launches the app without a screen.
  ///
  /// `Info.plist` lists the identifier in `BGTaskSchedulerPermittedIdentifiers`, and `fetch` in
  /// `UIBackgroundModes`.
  enum BackgroundRefresh {
    static let identifier = "orders"

    /// Asks for a refresh, in 15 minutes at the earliest; the system decides when, and whether.
    ///
    /// Replaces an earlier request. Each request is for one refresh.
    ///
    /// - Throws: `BGTaskScheduler.Error`, such as `unavailable` if the user has turned refreshes off.
    static func schedule() throws {
      let request = BGAppRefreshTaskRequest(identifier: identifier)
      request.earliestBeginDate = .now + 15 * 60
      try BGTaskScheduler.shared.submit(request)
    }
  }
#endif
