import Foundation

/// A server with a new database, and a client of it; both are gone at the end of `body`.
func withServer(
  _ arguments: [String] = [], _ body: (Client) async throws -> Void
) async throws {
  try await withFolder { folder in
    let server = try await ServerProcess(
      database: folder.appending(path: "server.sqlite"), arguments: arguments)
    try await body(Client(server.url))
    try await server.killNow()
  }
}

/// A folder of a test's own.
func withFolder(_ body: (URL) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let outcome: Result<Void, any Error>
  do {
    outcome = .success(try await body(folder))
  } catch {
    outcome = .failure(error)
  }
  try FileManager.default.removeItem(at: folder)
  try outcome.get()
}
