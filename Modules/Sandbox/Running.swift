/// Runs an app or a feature while `body` uses it, then cancels the app or the feature.
///
/// - Throws: The error of `body`, or the error of the app or the feature.
public func running(
  _ app: @escaping @Sendable () async throws -> Void, _ body: () async throws -> Void
) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { try await app() }
    try await body()
    group.cancelAll()
    try await group.waitForAll()
  }
}
