#if canImport(UIKit) && !os(watchOS)
  import UIKit
#endif

/// The time that the system grants for work that outlives the screen: some 30 seconds.
struct BackgroundTime {
  /// Asks for time, and returns the function that gives it back.
  ///
  /// Shortly before the time is over, `expired` is called.
  let begin: (_ name: String, _ expired: @escaping @MainActor () -> Void) -> @MainActor () -> Void

  /// Performs work, and cancels it when the time is over.
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
    /// The time of `UIApplication`, which an extension does not have.
    static let system = BackgroundTime { name, expired in
      let grant = Grant()
      grant.id = UIApplication.shared.beginBackgroundTask(withName: name) {
        expired()
        // At once: the system ends an app that returns from here and does not give the time back.
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
    /// A Mac does not suspend its apps.
    static let system = BackgroundTime { _, _ in {} }
  #endif
}
