import Foundation
import OpenAPIChecker
import Sandbox
import ServerProcess
import Testing

@Suite("Addresses")
struct AddressTests {
  @Test func `Each change is answered with all addresses in a new revision, which is their ETag`()
    async throws
  {
    try await withServer { client in
      let first = try await client.makeAddress("Abai", key: "a").list
      let second = try await client.changeAddress(
        "PATCH", "/s1", key: "b", Client.wish("Dostyk", "b")
      ).list
      let read = try await client.addresses()

      #expect(first.addresses.map { $0.address["street"] } == ["Abai"])
      #expect(second.addresses.map { $0.address["street"] } == ["Dostyk"])
      #expect(second.revision > first.revision)
      #expect(try read.list == second)
      let tag = try #require(read.headers["etag"])
      #expect(tag == "\"r\(second.revision)\"")
      #expect(try await client.addresses(["If-None-Match": tag]).status == 304)
    }
  }

  @Test
  func `The same key brings the same answer, and the same operation is done once under any key`()
    async throws
  {
    try await withServer { client in
      let first = try await client.makeAddress("Abai", key: "a")
      #expect(try await client.makeAddress("Abai", key: "a").body == first.body)
      #expect(try await client.makeAddress("Dostyk", key: "a").status == 422)

      let anew = try await client.makeAddress("Abai", key: "b", operation: "a")
      #expect(anew.status == 200)
      #expect(anew.body == first.body)
      // A repeated operation does not create a removed address again.
      _ = try await client.changeAddress("DELETE", "/s1", key: "c")
      #expect(try await client.makeAddress("Abai", key: "d", operation: "a").status == 410)
      #expect(try await client.addresses().list.addresses == [])
    }
  }

  @Test func `The same place is one address, whichever device makes it and however it writes it`()
    async throws
  {
    try await withServer { client in
      _ = try await client.makeAddress("Abai avenue", key: "a")
      let both = try await client.makeAddress("ABAI, Avenue", key: "b", label: "home").list
      #expect(both.addresses.map(\.origins) == [["a", "b"]])
      #expect(both.addresses.map(\.address.label) == ["home"])
      #expect(try await client.makeAddress("Abai", key: "c").list.addresses.count == 2)
    }
  }

  @Test func `The response to each change contains its effect`() async throws {
    try await withServer { client in
      _ = try await client.makeAddress("Abai", key: "a")
      _ = try await client.makeAddress("Abai", key: "a")
      _ = try await client.changeAddress("PATCH", "/s1", key: "b", Client.wish("Dostyk", "b"))
      _ = try await client.changeAddress("PATCH", "/s9", key: "c", Client.wish("Dostyk", "c"))
      _ = try await client.changeAddress("DELETE", "/s1", key: "d")

      let made = try await client.madeAddressChanges()
      #expect(made.map(\.method) == ["POST", "PATCH", "DELETE"])
      #expect(made.map(\.revision) == [2, 3, 4])
      let streets = made.map { $0.changed.map { $0.address["street"] } }
      #expect(streets == [["Abai"], ["Dostyk"], []])
    }
  }

  @Test func `After a kill there is all that was answered, the answers under their keys included`()
    async throws
  {
    try await acrossKill { client in
      let first = try await client.makeAddress("Abai", key: "a")
      _ = try await client.makeAddress("Dostyk", key: "b")
      let removed = try await client.changeAddress("DELETE", "/s2", key: "c")
      _ = try await client.send(
        "PUT", "/admin/addresses", body: #"{"closedCities":[],"farStreets":["Abai"]}"#)
      let list = try await client.addresses()
      #expect(try list.list.addresses.map { $0.problem?.code } == ["outsideZone"])
      let made = try await client.madeAddressChanges()
      return (first, removed, list, made)
    } after: { client, known in
      let (first, removed, list, made) = known
      let restored = try await client.addresses()
      #expect(restored.body == list.body)
      #expect(restored.headers["etag"] == list.headers["etag"])
      #expect(try await client.makeAddress("Abai", key: "a").body == first.body)
      #expect(try await client.changeAddress("DELETE", "/s2", key: "c").body == removed.body)
      #expect(try await client.makeAddress("Dostyk", key: "d", operation: "b").status == 410)
      #expect(try await client.madeAddressChanges() == made)
    }
  }
}

/// An applied change of addresses.
private struct MadeChange: Decodable, Equatable {
  let revision: Int
  let method: String
  let path: String
  let changed: [AddressView]
}

extension Client {
  fileprivate func madeAddressChanges() async throws -> [MadeChange] {
    try await send("GET", "/admin/addresses").json(as: [String: [MadeChange]].self)["changes"] ?? []
  }
}
