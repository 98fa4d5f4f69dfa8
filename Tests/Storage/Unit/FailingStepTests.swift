import StorageTestSupport
import Testing

@testable import Storage

@Suite("Steps that throw", .temporaryDirectory)
struct FailingStepTests {
  let disk = Disk()

  @Test func `A step that throws is named by every access, and the file stays`() async throws {
    try await disk.one(GuestV1.schema).save(GuestV1(id: 1, nick: ""))
    let before = try Entry.all()
    let repository = disk.one(Self.strict)

    for _ in 0..<2 {
      await #expect(throws: Self.refusal) { try await repository.value() }
      await #expect(throws: Self.refusal) { try await repository.save(GuestV3(id: 1, name: "Bo")) }
    }

    #expect(try Entry.all() == before)
  }

  @Test(arguments: StorageLocation.inFiles)
  func `A step that throws for one element does not affect the others, and its bytes stay`(
    location: StorageLocation
  ) async throws {
    for (id, nick) in [(1, "Anna"), (2, ""), (3, "Cem")] {
      try await disk.many(GuestV1.schema).save(GuestV1(id: id, nick: nick))
    }
    let repository = disk.many(Self.strict, location)

    #expect(try await repository.elements().map(\.name) == ["Anna", "Cem"])
    #expect(try await repository.unreadable() == [2])
    await #expect(throws: StorageError.self) { try await repository.element(2) }
    try await repository.save(GuestV3(id: 4, name: "Dora"))

    let lenient = GuestV1.schema
      .step("nick becomes handle") { GuestV2(id: $0.id, handle: $0.nick) }
      .step("handle becomes name") { GuestV3(id: $0.id, name: $0.handle) }
    #expect(try await disk.many(lenient).elements().map(\.name) == ["Anna", "", "Cem", "Dora"])
  }

  private struct NoNick: Error {}

  private static let strict = GuestV1.schema
    .step(
      "nick becomes handle",
      up: { person throws in
        guard !person.nick.isEmpty else { throw NoNick() }
        return GuestV2(id: person.id, handle: person.nick)
      }
    )
    .step("handle becomes name", up: { GuestV3(id: $0.id, name: $0.handle) })

  private static let refusal = StorageError.migrationFailed(
    file: "value.v1.store", step: "nick becomes handle", reason: "NoNick()")
}
