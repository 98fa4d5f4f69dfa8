import Foundation
import OpenAPIChecker
import ServerProcess
import Testing

@Suite("Kills")
struct KillTests {
  @Test func `An answered change survives a kill, and an unanswered one is applied once`()
    async throws
  {
    try await withFolder { folder in
      let database = folder.appending(path: "server.sqlite")
      let sent = Attempts()
      for round in 1...10 {
        let server = try await ServerProcess(database: database)
        let client = try await Client(signingInTo: server.url)
        let enough = Countdown(from: 15)
        try await withThrowingTaskGroup { group in
          for lane in 1...3 {
            group.addTask {
              try await write(with: client, lane: "\(round)-\(lane)", sent, enough)
            }
          }
          await enough.reached()
          try await server.killNow()
          try await group.waitForAll()
        }
        let next = try await ServerProcess(database: database)
        try await check(await sent.all, Client(signingInTo: next.url))
        try await next.killNow()
      }
    }
  }

  @Test func `After a kill there is all that was answered, the answers under their keys included`()
    async throws
  {
    let reads = [
      "/v1/cities", "/v1/cities/524901", "/v1/menu", "/v1/menu/stops", "/v1/carts/open",
      "/v1/orders", "/v1/addresses", "/v1/favorites", "/v1/profile", "/v1/review-photos/p",
      "/v1/orders/N-1/rating-form", "/admin/orders", "/admin/favorites", "/admin/accounts",
    ]
    try await withFolder { folder in
      let database = folder.appending(path: "server.sqlite")
      let killed = try await ServerProcess(database: database)
      let client = try await Client(signingInTo: killed.url)
      try await client.play(Scripts.switches)
      let answers = try await client.play(Scripts.changes)
      var contents: [RecordedAnswer] = []
      for path in reads { contents.append(try await client.get(path)) }
      try await killed.killNow()

      let server = try await ServerProcess(database: database)
      let restored = client.at(server.url)
      for (path, before) in zip(reads, contents) {
        let after = try await restored.get(path)
        #expect(after.status == before.status, "\(path)")
        #expect(content(of: after) == content(of: before), "\(path)")
        #expect(after.headers["etag"] == before.headers["etag"], "\(path)")
      }
      let repeated = try await restored.play(Scripts.changes)
      #expect(repeated.map(\.body) == answers.map(\.body))
      for (path, before) in zip(reads, contents) {
        #expect(content(of: try await restored.get(path)) == content(of: before), "\(path)")
      }
      try await server.killNow()
    }
  }

  /// The body without the server's time.
  private func content(of answer: RecordedAnswer) -> String {
    String(decoding: answer.body, as: UTF8.self).replacing(/"now":\d+/, with: "")
  }

  /// Adds products until the server is gone.
  private func write(
    with client: Client, lane: String, _ sent: Attempts, _ enough: Countdown
  ) async throws {
    for number in 1...90 {
      var attempt = Attempt(product: "\(lane)-\(number)")
      do {
        let answer = try await attempt.make(client)
        #expect(answer.status == 200)
        attempt.answer = answer.body
        await sent.append(attempt)
        await enough.count()
      } catch {
        await enough.finish()
        guard error is URLError else { throw error }
        await sent.append(attempt)
        return
      }
    }
  }

  private func check(_ sent: [Attempt], _ client: Client) async throws {
    #expect(sent.contains { $0.answer == nil })
    for attempt in sent {
      let answer = try await attempt.make(client)
      #expect(answer.status == 200)
      if let body = attempt.answer { #expect(answer.body == body) }
    }
    let applied = try await client.applied().map(\.product)
    #expect(applied.sorted() == sent.map(\.product).sorted())
    let favorites = try await client.get("/v1/favorites").json(as: Favorites.self)
    #expect(favorites.products == applied)
  }
}

/// A sent change with its response, if one was received.
private struct Attempt: Sendable {
  let product: String
  var answer: Data?

  func make(_ client: Client) async throws -> RecordedAnswer {
    try await client.add(product, key: product)
  }
}

/// The attempts of all clients.
private actor Attempts {
  private(set) var all: [Attempt] = []

  func append(_ attempt: Attempt) {
    all.append(attempt)
  }
}

/// A counter that resumes a waiter after a number of events, or when the events end.
private actor Countdown {
  private var left: Int
  private var waiter: CheckedContinuation<Void, Never>?

  init(from count: Int) {
    left = count
  }

  func count() {
    left -= 1
    if left == 0 { finish() }
  }

  func finish() {
    left = 0
    waiter?.resume()
    waiter = nil
  }

  func reached() async {
    guard left > 0 else { return }
    await withCheckedContinuation { waiter = $0 }
  }
}
