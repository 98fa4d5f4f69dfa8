import Foundation
import Testing

/// The reference server, which restarts at the same address after a kill.
actor Backend {
  nonisolated let url: URL
  /// A client of a guest, for the server's test routes.
  nonisolated let client: Client
  private let database: URL
  private var process: ServerProcess
  /// The number of restarts.
  private(set) var restarts = 0

  init(_ database: URL) async throws {
    self.database = database
    process = try await ServerProcess(database: database)
    url = process.url
    client = Client(process.url)
  }

  /// Makes about three of ten requests fail.
  nonisolated func goWrong(seed: Int) async throws {
    let faults = [
      "drop-before-apply", "drop-after-apply", "401", "409", "422", "429=0", "500", "503",
      "garbage", "truncated",
    ]
    let mode = faults.map { "\"\($0)\": 0.03" }.joined(separator: ", ")
    try await client.play(
      "204 PUT /faults - {\"probabilities\": {\(mode)}, \"seed\": \(seed)}")
  }

  func stop() async throws {
    try await process.killNow()
  }

  /// Kills the server if it still runs, and starts it again.
  func restart() async throws {
    try await process.killNow()
    process = try await ServerProcess(
      database: database, arguments: ["--port", "\(url.port ?? 0)"])
    restarts += 1
  }

  /// At one of four calls, restarts the server with other faults.
  func restartAtTimes() async throws {
    guard Int.random(in: 0..<4) == 0 else { return }
    try await restart()
    try await goWrong(seed: restarts)
  }

  /// The renewals of sessions, and the problem codes with which sessions have ended.
  nonisolated var sessions: SessionFigures {
    get async throws { try await client.get("/admin/accounts").json(as: SessionFigures.self) }
  }
}

/// The sessions at the server.
struct SessionFigures: Decodable, Equatable {
  let renewals: Int
  let endings: [String]
}

/// Runs `body` with a new server and the folder of a device.
func withBackend(_ body: (Backend, URL) async throws -> Void) async throws {
  try await withFolder { folder in
    let server = try await Backend(folder.appending(path: "server.sqlite"))
    try await body(server, folder.appending(path: "app"))
    try await server.stop()
  }
}
