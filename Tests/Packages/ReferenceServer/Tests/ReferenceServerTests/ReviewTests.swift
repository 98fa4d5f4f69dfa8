import Foundation
import OpenAPIChecker
import Sandbox
import ServerProcess
import Testing

@Suite("Reviews")
struct ReviewTests {
  @Test
  func `An order is rated once; the same review again is no error, another one is`() async throws {
    try await withServer { client in
      try await client.finish("1")
      #expect(try await client.form(of: "1").status == 200)
      #expect(try await client.rate("1", key: "a").status == 204)
      #expect(try await client.rate("1", key: "b").status == 204)
      #expect(try await client.rate("1", key: "c", review: "other").status == 409)
      #expect(try await client.rate("1", key: "a", stars: 1).status == 422)
      #expect(try await client.form(of: "1").status == 409)
      #expect(try await client.arrived().arrivals == ["1"])
    }
  }

  @Test
  func `A review that comes too late is refused, and one that came in time is answered as before`()
    async throws
  {
    try await withServer { client in
      for order in ["1", "2"] { try await client.finish(order) }
      #expect(try await client.rate("1", key: "a").status == 204)
      for order in ["1", "2"] { try await client.finish(order, closesAt: 1) }
      #expect(try await client.rate("1", key: "a").status == 204)
      #expect(try await client.rate("2", key: "b", review: "late").status == 410)
      #expect(try await client.form(of: "2").status == 410)
    }
  }

  @Test
  func `A review names the photos that are there, and one of five megabytes is taken`() async throws
  {
    try await withServer { client in
      try await client.finish("1")
      let largest = Data([0xFF, 0xD8, 0xFF]) + Data(count: (5 << 20) - 3)
      #expect(try await client.sendPhoto("p", key: "a", largest).status == 204)
      #expect(try await client.sendPhoto("q", key: "b", largest + [0]).status == 422)
      #expect(try await client.rate("1", key: "c", photos: ["p", "q"]).status == 204)
      let arrived = try await client.arrived()
      #expect(arrived.reviews["1"]?.photos == ["p"])
      #expect(arrived.photos == ["p": largest])
    }
  }

  @Test func `After a kill there is all that was answered, the answers under their keys included`()
    async throws
  {
    try await acrossKill { client in
      for order in ["1", "2"] { try await client.finish(order) }
      let form = try await client.form(of: "2")
      _ = try await client.sendPhoto("p", key: "p")
      _ = try await client.rate("1", key: "a", photos: ["p"])
      let refused = try await client.rate("2", key: "b", stars: 9)
      try await client.finish("1", closesAt: 1)
      let arrived = try await client.arrived()
      #expect(arrived.arrivals == ["p", "1"])
      return (form, refused, arrived)
    } after: { client, known in
      let (form, refused, arrived) = known
      let restored = try await client.arrived()
      #expect(restored == arrived)
      #expect(try await client.rate("1", key: "a", photos: ["p"]).status == 204)
      #expect(try await client.rate("2", key: "b", stars: 9).body == refused.body)
      #expect(try await client.sendPhoto("p", key: "p").status == 204)
      #expect(try await client.form(of: "2").status == form.status)
    }
  }
}
