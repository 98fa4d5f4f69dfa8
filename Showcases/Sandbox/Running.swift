/// Runs an app, or a feature of it, for the duration of `body`, and kills it.
///
/// - Throws: The error of `body`, or that of the app.
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
