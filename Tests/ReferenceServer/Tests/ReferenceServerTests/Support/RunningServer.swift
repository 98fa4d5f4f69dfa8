import Foundation
import ServerProcess

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
