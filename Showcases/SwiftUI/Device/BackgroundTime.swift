#if canImport(UIKit) && !os(watchOS)
  import UIKit
#endif

/// The time to finish work after the user leaves the app, about 30 seconds on iOS.
struct BackgroundTime {
  /// Begins a background task, and returns the function that ends it.
  ///
  /// The system calls `expired` shortly before the time is over.
  let begin: (_ name: String, _ expired: @escaping @MainActor () -> Void) -> @MainActor () -> Void

  /// Performs work in a background task with this name, and cancels the work when the time is over.
  ///
  /// - Throws: The error of the work.
  func perform(_ name: String, _ work: @escaping () async throws -> Void) async throws {
    let task = Task { try await work() }
    let end = begin(name) { task.cancel() }
    defer { end() }
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}

extension BackgroundTime {
  #if canImport(UIKit) && !os(watchOS)
    /// The background tasks of `UIApplication`, which an app extension cannot use.
    static let system = BackgroundTime { name, expired in
      let grant = Grant()
      grant.id = UIApplication.shared.beginBackgroundTask(withName: name) {
        expired()
        // The background task must end before this handler returns. Otherwise the system terminates
        // the app.
        grant.end()
      }
      return grant.end
    }

    private final class Grant {
      var id = UIBackgroundTaskIdentifier.invalid

      func end() {
        guard id != .invalid else { return }
        UIApplication.shared.endBackgroundTask(id)
        id = .invalid
      }
    }
  #else
    /// No background tasks, because a Mac does not suspend its apps.
    static let system = BackgroundTime { _, _ in {} }
  #endif
}
