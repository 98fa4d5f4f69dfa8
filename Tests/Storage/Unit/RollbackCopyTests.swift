import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("The copy of a collection for the previous release", .temporaryDirectory)
struct RollbackCopyTests {
  let disk = Disk()

  @Test(arguments: [false, true])
  func `The copy after an omitted one contains the changes since the last copy`(
    isRelaunched: Bool
  ) async throws {
    try await disk.many(GuestV1.schema).save(GuestV1(id: 1, nick: "Zoe"))
    var guests = disk.many(GuestV2.strict)
    func update(_ change: @Sendable (inout IdentifiedArray<GuestV2>) -> Void) async throws {
      if isRelaunched { guests = disk.many(GuestV2.strict) }
      try await guests.update(change)
    }
    try await update { $0.save(GuestV2(id: 2, handle: "Yan")) }

    try await update { guests in
      guests.save(GuestV2(id: 3, handle: ""))
      guests.save(GuestV2(id: 1, handle: "Zora"))
    }
    try await update { $0.save(GuestV2(id: 2, handle: "Yves")) }
    try await update { $0.remove(3) }

    let copied = try await disk.many(GuestV1.schema).elements()
    #expect(Array(copied) == [GuestV1(id: 1, nick: "Zora"), GuestV1(id: 2, nick: "Yves")])
  }

  @Test(arguments: [false, true])
  func `Without a way down, the copy lacks the elements that were removed after the first write`(
    isRelaunched: Bool
  ) async throws {
    for id in 1...3 {
      try await release(1, .both).saveAtTable(Guest(id: id, name: "\(id)"))
    }
    var newer = release(2, .neither)
    try await newer.saveAtTable(Guest(id: 4, name: "Dora"))
    for id in [1, 3] {
      if isRelaunched { newer = release(2, .neither) }
      try await newer.removeAtTable(id)
    }

    #expect(try await release(1, .both).guests() == [Guest(id: 2, name: "2")])
  }

  @Test func `The size of the copy is bounded by its content across launches`() async throws {
    try await release(1, .both).saveAtTable(Guest(id: 1, name: "Anna"))
    for step in 1...100 { try await release(2, .both).renameAtTable(1, "\(step)") }

    #expect(try disk.bytes(at: "table.v1.store").count < 10_000)
    #expect(try await release(1, .both).guests() == [Guest(id: 1, name: "100")])
  }

  private func release(_ version: Int, _ ways: Ways) -> Release {
    Release(version, ways, .file("value"), on: disk)
  }
}
