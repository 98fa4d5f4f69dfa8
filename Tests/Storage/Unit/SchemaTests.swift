import CBOR
import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Schemas", .temporaryDirectory)
struct SchemaTests {
  let disk = Disk()

  @Test func `Reading an old version leaves its file, and the next write creates the newest one`()
    async throws
  {
    try await disk.one(GuestV1.schema).save(GuestV1(id: 1, nick: "Anna"))
    let old = try disk.bytes()
    let repository = disk.one(GuestV3.schema)

    _ = try await repository.value()
    #expect(repository.writeStatus == .written)
    #expect(try disk.names() == ["value.v1.store"])
    try await repository.save(GuestV3(id: 1, name: "Bo"))

    #expect(try disk.names() == ["value.v1.store", "value.v3.store"])
    #expect(try disk.bytes() == old)
    #expect(try await disk.one(GuestV3.schema).value() == GuestV3(id: 1, name: "Bo"))
  }

  @Test func `Bytes that are not a value of their own version are damage, not a step's failure`()
    async throws
  {
    try disk.put(storedFile(version: 1, payload: CBOREncoder().encode(["id": 1])))

    let error = await #expect(throws: StorageError.self) {
      try await disk.one(GuestV3.schema).value()
    }

    guard case .corrupt(_, .undecodable(let place), _)? = error else { throw try #require(error) }
    #expect(place.contains("nick"))
  }

  @Test(arguments: StorageLocation.inFiles)
  func `A step that throws for one element does not affect the others, and its bytes stay`(
    location: StorageLocation
  ) async throws {
    struct NoNick: Error {}
    for (id, nick) in [(1, "Anna"), (2, ""), (3, "Cem")] {
      try await disk.many(GuestV1.schema).save(GuestV1(id: id, nick: nick))
    }
    let strict = GuestV1.schema
      .step(
        "nick becomes handle",
        up: { person throws in
          guard !person.nick.isEmpty else { throw NoNick() }
          return GuestV2(id: person.id, handle: person.nick)
        }
      )
      .step("handle becomes name", up: { GuestV3(id: $0.id, name: $0.handle) })
    let repository = disk.many(strict, location)

    #expect(try await repository.elements().map(\.name) == ["Anna", "Cem"])
    #expect(try await repository.unreadable() == [2])
    await #expect(throws: StorageError.self) { try await repository.element(2) }
    try await repository.save(GuestV3(id: 4, name: "Dora"))

    let names = try await disk.many(GuestV3.schema).elements().map(\.name)
    #expect(names == ["Anna", "", "Cem", "Dora"])
  }

  @Test func `A value of an earlier release that the step rejects is not taken over`()
    async throws
  {
    struct Negative: Error {}
    let first = StoredSchema(Int.self)
    let second = first.step(
      "only positive",
      up: { (number: Int) throws -> Int in
        guard number > 0 else { throw Negative() }
        return number
      }, down: { $0 })
    try await disk.one(first).save(1)
    try await disk.one(second).save(2)
    try await disk.one(first).save(-1)

    #expect(try await disk.one(second).value() == 2)
    #expect(try await disk.one(first).value() == -1)
  }
}
