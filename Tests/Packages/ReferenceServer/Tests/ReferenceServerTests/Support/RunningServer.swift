import Foundation

/// Runs `body` with a signed-in client of a server over a new database; both are removed afterwards.
func withServer(
  _ arguments: [String] = [], _ body: (Client) async throws -> Void
) async throws {
  try await withFolder { folder in
    let server = try await ServerProcess(
      database: folder.appending(path: "server.sqlite"), arguments: arguments)
    try await body(Client(signingInTo: server.url))
    try await server.killNow()
  }
}
