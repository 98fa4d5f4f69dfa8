import Foundation
import Testing

@Suite("Kills")
struct KillTests {
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
}
