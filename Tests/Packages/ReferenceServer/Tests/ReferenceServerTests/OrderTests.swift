import Foundation
import OpenAPIChecker
import ServerProcess
import Testing

@Suite("Orders")
struct OrderTests {
  @Test func `A placed order takes its course, and its events are streamed with its revisions`()
    async throws
  {
    try await withServer { client in
      let id = try await client.placeOrder(cart: "c")
      #expect(
        try await client.orders().json(as: OrderAnswer.self).orders.map(\.status) == ["created"])
      // One each for the placing and the steps, whether before or after the connection.
      async let events = client.events(3)
      for step in ["advance", "finish"] { _ = try await client.step(step, of: id) }
      let order = try #require(try await client.orders().json(as: OrderAnswer.self).orders.first)
      #expect(order.status == "fulfilled" && order.key != nil)
      let stream = String(decoding: try await events.body, as: UTF8.self)
      #expect(stream.hasSuffix("data: {\"id\":\"\(id)\",\"revision\":\(order.revision)}\n"))
    }
  }

  @Test func `An order belongs to its account, and outlives a kill of the server`() async throws {
    try await withFolder { folder in
      let database = folder.appending(path: "server.sqlite")
      var server = try await ServerProcess(database: database)
      var client = try await Client(signingInTo: server.url)
      let id = try await client.placeOrder(cart: "c")
      _ = try await client.step("advance", of: id)
      let bob = try await client.another("bob")
      #expect(try await bob.orders().json(as: OrderAnswer.self).orders.isEmpty)
      let before = try await client.orders().json(as: OrderAnswer.self).orders.map(\.revision)
      try await server.killNow()
      server = try await ServerProcess(database: database)
      client = try await Client(signingInTo: server.url)
      let after = try await client.orders().json(as: OrderAnswer.self).orders.map(\.revision)
      #expect(after == before)
      try await server.killNow()
    }
  }

  @Test func `A cancellation is applied once, and a fulfilled order can be rated`() async throws {
    try await withServer { client in
      let (first, second) = (
        try await client.placeOrder(cart: "a"), try await client.placeOrder(cart: "b")
      )
      for _ in 0..<2 {
        let answer = try await client.change(
          "POST", "/v1/orders/\(first)/cancel", key: "k", body: "{}")
        #expect(try answer.json(as: OrderAnswer.self).orders.map(\.status) == ["cancelled"])
      }
      #expect(try await client.form(of: second).status == 404)
      _ = try await client.step("finish", of: second)
      #expect(try await client.form(of: second).status == 200)
    }
  }
}
