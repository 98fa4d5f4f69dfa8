import Foundation
import Sandbox
import ServerProcess
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The reference server, which restarts at the same address after a kill.
actor Backend {
  nonisolated let url: URL
  private let database: URL
  private var process: ServerProcess
  private var device: OtherDevice?
  /// The number of restarts.
  private(set) var restarts = 0

  init(_ database: URL) async throws {
    self.database = database
    process = try await ServerProcess(database: database)
    url = process.url
  }

  /// Makes about three of ten requests fail.
  func goWrong(seed: UInt64, conflict: String = "409") async throws {
    let faults = [
      "drop-before-apply", "drop-after-apply", "401", conflict, "422", "429=0", "500", "503",
      "garbage", "truncated",
    ]
    let mode = faults.map { "\"\($0)\": 0.03" }.joined(separator: ", ")
    try await put("faults", "{\"probabilities\": {\(mode)}, \"seed\": \(seed)}")
  }

  /// Sends a request to one of the server's test routes.
  func put(_ path: String, _ body: String) async throws {
    var request = URLRequest(url: url.appending(path: path))
    request.httpMethod = "PUT"
    request.httpBody = Data(body.utf8)
    let (_, response) = try await URLSession.shared.data(for: request)
    guard let status = (response as? HTTPURLResponse)?.statusCode, (200...299).contains(status)
    else { throw Refused() }
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

  /// Another device of the user of the apps, which signs in at its first use.
  var otherDevice: OtherDevice {
    get async throws {
      if let device { return device }
      let device = try await OtherDevice(signingInTo: url)
      self.device = device
      return device
    }
  }

  /// The renewals of sessions at the server, and the problem codes with which sessions have ended.
  var sessions: SessionFigures {
    get async throws {
      let (body, _) = try await URLSession.shared.data(from: url.appending(path: "admin/accounts"))
      return try JSONDecoder().decode(SessionFigures.self, from: body)
    }
  }

  /// Checks that tokens were renewed, and that no session has ended.
  func expectNoSignOut() async throws {
    let sessions = try await sessions
    #expect(sessions.endings == [], "a user was signed out")
    #expect(sessions.renewals > 0, "no token was renewed")
  }

  /// Returns the applied changes of favorites in order.
  func appliedFavorites() async throws -> [AppliedEdit] {
    let (body, _) = try await URLSession.shared.data(from: url.appending(path: "admin/favorites"))
    return try JSONDecoder().decode([String: [AppliedEdit]].self, from: body)["applied"] ?? []
  }

  /// Returns the orders in the sequence of placing.
  func orders() async throws -> [CartServerModel.Order] {
    let (body, _) = try await URLSession.shared.data(from: url.appending(path: "admin/orders"))
    return try JSONDecoder().decode([String: [CartServerModel.Order]].self, from: body)["orders"]
      ?? []
  }

  /// Returns the applied changes of addresses in order.
  func madeAddressChanges() async throws -> [AddressHistory.Change] {
    let (body, _) = try await URLSession.shared.data(from: url.appending(path: "admin/addresses"))
    return try JSONDecoder().decode([String: [AddressHistory.Change]].self, from: body)["changes"]
      ?? []
  }

  private struct Refused: Error {}
}

/// An applied change of favorites.
struct AppliedEdit: Decodable {
  let product: String
  let kind: String
}

/// The sessions at the server.
struct SessionFigures: Decodable {
  let names: [String: String]
  let renewals: Int
  let endings: [String]
}
