import Foundation
import ServerProcess

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The reference server, which comes back at the same address after a kill.
actor Backend {
  nonisolated let url: URL
  private let database: URL
  private var process: ServerProcess

  init(_ database: URL) async throws {
    self.database = database
    process = try await ServerProcess(database: database)
    url = process.url
  }

  /// Lets three of ten requests go wrong.
  func goWrong(seed: UInt64) async throws {
    let faults = [
      "drop-before-apply", "drop-after-apply", "401", "409", "422", "429=0", "500", "503",
      "garbage", "truncated",
    ]
    let mode = faults.map { "\"\($0)\": 0.03" }.joined(separator: ", ")
    var request = URLRequest(url: url.appending(path: "faults"))
    request.httpMethod = "PUT"
    request.httpBody = Data("{\"probabilities\": {\(mode)}, \"seed\": \(seed)}".utf8)
    let (_, response) = try await URLSession.shared.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode == 204 else { throw NoSuchMode() }
  }

  /// Kills it and starts it again.
  func restart(seed: UInt64) async throws {
    try await process.killNow()
    process = try await ServerProcess(
      database: database, arguments: ["--port", "\(url.port ?? 0)"])
    try await goWrong(seed: seed)
  }

  func end() async throws {
    try await process.killNow()
  }

  /// The log of what was made, in its order.
  func applied() async throws -> [Applied] {
    let (body, _) = try await URLSession.shared.data(from: url.appending(path: "v1/applied"))
    return try JSONDecoder().decode([String: [Applied]].self, from: body)["applied"] ?? []
  }

  struct NoSuchMode: Error {}
}

/// A change that was made.
struct Applied: Decodable {
  let line: String
  let quantity: Int
}
