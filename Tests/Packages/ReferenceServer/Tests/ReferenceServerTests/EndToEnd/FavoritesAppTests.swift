import Foundation
import Testing

/// The favorites of an outside team over real HTTP, with random kills of the app and the server.
@Suite("Favorites and their server")
struct FavoritesAppTests {
  private static let kills = killCount("FAVORITES_KILLS")
  /// The number of taps between two comparisons with the server.
  private static let round = 200

  @Test
  func `Every change is applied exactly once and in order, while app and server are killed`()
    async throws
  {
    try await withBackend { server, folder in
      try await server.goWrong(seed: 0)
      let otherDevice = try await server.client.another("ann")
      var history = TapHistory()
      var (kills, additions) = (0, 0)
      while kills < Self.kills {
        history.last += Self.round
        while kills < Self.kills, history.next <= history.last {
          let app = try launch(history, server, folder)
          try await Task.sleep(for: .milliseconds(Int.random(in: 30...600)))
          try await server.restartAtTimes()
          let far = "far\(additions)"
          let added = try await otherDevice.add(far, key: far, Client.withoutFaults)
          additions += added.status == 200 ? 1 : 0
          app.kill()
          kills += 1
          for line in try await app.lines() { history.hear(line) }
          history.endLife()
        }
        for line in try await launch(history, server, folder).lines() { history.hear(line) }
        try await check(history, otherDevice)
      }
      let sessions = try await server.sessions
      #expect(sessions.endings == [], "a user was signed out")
      #expect(sessions.renewals > 0, "no token was renewed")
      print(
        "end to end: \(history.taken.count) favorites taken, \(additions) by another device,",
        "\(kills) kills of the app and \(await server.restarts) of the server")
    }
  }

  private func launch(
    _ history: TapHistory, _ server: Backend, _ folder: URL
  ) throws -> ChildProcess {
    try ChildProcess(
      app: "FavoritesApp", server: server.url, state: folder, first: history.next,
      last: history.last)
  }

  private func check(_ history: TapHistory, _ otherDevice: Client) async throws {
    let favorites = try await otherDevice.get("/v1/favorites", Client.withoutFaults)
      .json(as: Favorites.self)
    #expect(history.shown == favorites.products, "the screen shows something else")
    let own = try await otherDevice.applied().filter { !$0.product.hasPrefix("far") }
    let numbers = try own.map { try #require(history.number(of: $0)) }
    #expect(numbers == numbers.sorted(), "out of order")
    #expect(Set(numbers).count == numbers.count, "twice")
    let stored = history.taken.filter { !$0.isMultiple(of: 10) }
    #expect(stored.subtracting(numbers).isEmpty, "lost")
    #expect(Set(numbers).isSubset(of: stored.union(history.unsure)), "never tapped")
  }
}

/// The taps of an app over all its launches, as far as it has reported them.
private struct TapHistory {
  var last = 0
  var taken: Set<Int> = []
  /// The taps that were under way when the app was killed.
  var unsure: Set<Int> = []
  var next = 1
  var shown: [String] = []

  /// Applies a line of the app's output.
  mutating func hear(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    switch (words.first, words.dropFirst().first.flatMap { Int($0) }) {
    case ("TAKEN", let number?):
      taken.insert(number)
      next = number + 1
    case ("LEFT", let number?): next = number + 1
    case ("SHOWN", _): shown = Array(words.dropFirst())
    default: break
    }
  }

  /// Skips the tap that was under way when the app was killed, because it may be stored.
  mutating func endLife() {
    guard next <= last else { return }
    unsure.insert(next)
    next += 1
  }

  /// Returns the number of the tap that made a change.
  func number(of edit: AppliedEdit) -> Int? {
    guard let product = Int(edit.product.dropFirst()) else { return nil }
    return switch edit.kind {
    case "add": product
    case "move": product + 1
    case "remove": product + 4
    default: nil
    }
  }
}
