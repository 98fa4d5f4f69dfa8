import Foundation
import ServerProcess

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

/// Runs `before` with a client of a server, kills the server, and runs `after` with a client of the
/// next one over the same database.
func acrossKill<Known>(
  _ before: (Client) async throws -> Known, after: (Client, Known) async throws -> Void
) async throws {
  try await withFolder { folder in
    let database = folder.appending(path: "server.sqlite")
    let killed = try await ServerProcess(database: database)
    let known = try await before(Client(signingInTo: killed.url))
    try await killed.killNow()
    let server = try await ServerProcess(database: database)
    try await after(Client(signingInTo: server.url), known)
    try await server.killNow()
  }
}
