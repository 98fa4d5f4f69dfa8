import Foundation
import OpenAPIChecker
import Sandbox
import ServerProcess
import Testing

@Suite("Carts")
struct CartTests {
  @Test func `Each change is answered with the whole cart in a new version, which is its ETag`()
    async throws
  {
    try await withServer { client in
      let first = try await client.wish(2, in: "c", key: "a").json(as: CartView.self)
      let second = try await client.wish(5, in: "c", key: "b").json(as: CartView.self)
      let read = try await client.cart("c")

      #expect(first.totals.due == 120_000 && second.totals.due == 300_000)
      #expect(second.version > first.version)
      #expect(try read.json(as: CartView.self) == second)
      #expect(read.headers["etag"] == "\"c-\(second.version)\"")
      #expect(try await client.cart("c", ["If-None-Match": "*"]).status == 304)
    }
  }

  @Test
  func `The same key brings the same answer, and the same operation is done once under any key`()
    async throws
  {
    try await withServer { client in
      let first = try await client.wish(2, in: "c", key: "a", seen: 0)
      let repeated = try await client.wish(2, in: "c", key: "a", seen: 0)
      #expect(repeated.body == first.body)
      #expect(try await client.wish(3, in: "c", key: "a", seen: 0).status == 422)

      let anew = try await client.wish(2, in: "c", key: "b", operation: "a", seen: 0)
      #expect(anew.status == 200)
      #expect(anew.body == first.body)
      #expect(try await client.wish(3, in: "c", key: "c", seen: 0).status == 412)
    }
  }

  @Test func `Another price makes another version of every cart; what has none cannot be ordered`()
    async throws
  {
    try await withServer { client in
      let before = try await client.wish(4, in: "c", key: "a").json(as: CartView.self)
      _ = try await client.send("PUT", "/admin/prices", body: "{\"cola\":65000}")
      let dearer = try await client.cart("c").json(as: CartView.self)
      #expect(dearer.version > before.version)
      #expect(dearer.lines.map(\.unitPrice) == [65_000])
      #expect(dearer.lines.map(\.item) == before.lines.map(\.item))

      _ = try await client.send("PUT", "/admin/prices", body: "{\"cola\":null}")
      let gone = try await client.cart("c").json(as: CartView.self)
      #expect(gone.lines.flatMap(\.problems).map(\.code) == ["soldOut"])
      #expect(try await client.order(4, for: 240_000, in: "c", key: "o").status == 422)
    }
  }

  @Test func `After a kill there is all that was answered, the answers under their keys included`()
    async throws
  {
    try await acrossKill { client in
      _ = try await client.send("PUT", "/admin/prices", body: "{\"cola\":65000}")
      let change = try await client.wish(4, in: "c", key: "a")
      let order = try await client.order(4, for: 260_000, in: "c", key: "o")
      _ = try await client.wish(2, in: "d", key: "d")
      let open = try await client.cart("d")
      let orders = try await client.orders()
      #expect(orders.map(\.number) == ["N-1"])
      return (change, order, open, orders)
    } after: { client, known in
      let (change, order, open, orders) = known
      let restored = try await client.cart("d")
      #expect(restored.body == open.body)
      #expect(restored.headers["etag"] == open.headers["etag"])
      #expect(try await client.wish(4, in: "c", key: "a").body == change.body)
      #expect(try await client.order(4, for: 260_000, in: "c", key: "o").body == order.body)
      #expect(try await client.cart("c").status == 410)
      #expect(try await client.orders() == orders)
    }
  }
}
