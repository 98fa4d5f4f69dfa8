import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Rollbacks of a collection", .temporaryDirectory)
struct RollbackCollectionTests {
  let disk = Disk()

  @Test(arguments: stories, StorageLocation.inFiles)
  func `Each release finds the elements that the last one has stored`(
    _ story: Story, location: StorageLocation
  ) async throws {
    try await story.play(atTable: true, location, on: disk)
  }

  private static let old: [Story.Step] = [.save(1, Guest(id: 1, name: "Al"))]
  /// The newer release stores Anna, Bo and Cem.
  private static let update: [Story.Step] = ["Anna", "Bo", "Cem"].enumerated().map {
    .save(2, Guest(id: $0 + 1, name: $1, points: $0 + 1))
  }
  /// The earlier release renames Bo, removes Cem and adds Dora.
  private static let rollback: [Story.Step] = [
    .rename(1, "Bob", id: 2), .remove(1, id: 3), .save(1, Guest(id: 4, name: "Dora")),
  ]

  private static let stories = [
    Story(
      "the first write of the newer release can be a removal",
      old + [.save(1, Guest(id: 2, name: "Bo")), .remove(2)],
      finds: [1: [Guest(id: 2, name: "Bo")], 2: [Guest(id: 2, name: "Bo", points: 0)]]),
    Story(
      "a write of the release before the previous one arrives through the previous one",
      (1...3).map { .save($0, Guest(id: $0, name: "\($0)", points: 0, phone: "")) }
        + [.save(1, Guest(id: 4, name: "4")), .save(2, Guest(id: 5, name: "5"))],
      finds: [3: (1...5).map { Guest(id: $0, name: "\($0)", points: 0, phone: "") }]),
    Story(
      "without a way down, nothing is lost, and removals are not recognized", ways: .onlyUp,
      [.save(1, Guest(id: 3, name: "Cem"))] + update
        + [.save(1, Guest(id: 4, name: "Dora")), .remove(1, id: 3)],
      finds: [
        2: [
          Guest(id: 3, name: "Cem", points: 3), Guest(id: 1, name: "Anna", points: 1),
          Guest(id: 2, name: "Bo", points: 2), Guest(id: 4, name: "Dora", points: 0),
        ]
      ]),
    Story(
      "without a merge, a changed element has only the fields that the earlier release knew",
      ways: .onlyDown, old + update + rollback,
      finds: [
        2: [
          Guest(id: 1, name: "Anna", points: 1), Guest(id: 2, name: "Bob", points: 0),
          Guest(id: 4, name: "Dora", points: 0),
        ]
      ]),
    Story(
      "new elements of the earlier release are in its order",
      old + [.save(2, Guest(id: 1, name: "Anna", points: 1))]
        + (4...6).map { .save(1, Guest(id: $0, name: "\($0)")) }
        + [.rename(1, "Dora", id: 4), .remove(1, id: 5), .save(1, Guest(id: 5, name: "Eva"))],
      finds: [
        2: [
          Guest(id: 1, name: "Anna", points: 1), Guest(id: 4, name: "Dora", points: 0),
          Guest(id: 6, name: "6", points: 0), Guest(id: 5, name: "Eva", points: 0),
        ]
      ]),
  ]

  @Test(arguments: [1, 4])
  func `Elements that the earlier release never had are preserved`(writes: Int) async throws {
    try await earlier.many.save(Guest(id: 1, name: "Anna"))
    try await newer.many.save(Guest(id: 1, name: "Anna", points: 1))
    let copy = try disk.bytes(at: "table.v1.store")
    try await newer.many.save(Guest(id: 2, name: "Bo", points: 2))
    // The state after a crash between the two writes.
    try disk.put(copy, at: "table.v1.store")

    for write in 1...writes {
      try await earlier.many.save(Guest(id: 2 + write, name: "\(write)"))
    }

    let guests = try await newer.many.guests()
    #expect(guests.map(\.id) == [1, 2] + (1...writes).map { $0 + 2 })
    #expect(guests.first { $0.id == 2 } == Guest(id: 2, name: "Bo", points: 2))
  }

  @Test(arguments: [1, 3])
  func `Elements of a newer release are preserved if the earlier one starts without a file`(
    writes: Int
  ) async throws {
    for id in 1...3 {
      try await newer.many.save(Guest(id: id, name: "\(id)", points: id))
    }
    for write in 1...writes {
      try await earlier.many.save(Guest(id: 3 + write, name: "\(write)"))
    }

    let ids = try await newer.many.guests().map(\.id)
    #expect(ids == [1, 2, 3] + (1...writes).map { $0 + 3 })
  }

  @Test func `What an earlier release writes is taken over once, also if its file was lost before`()
    async throws
  {
    try await earlier.many.save(Guest(id: 1, name: "Anna"))
    for id in [2, 4] {
      try await newer.many.save(Guest(id: id, name: "Bo", points: 2))
      try await earlier.many.save(Guest(id: id + 1, name: "Cem"))
    }
    let copy = try disk.bytes(at: "table.v1.store")
    try await newer.many.save(Guest(id: 6, name: "Dora", points: 2))
    try await newer.many.rename(5, "Cyd")
    // The state after crashes between the two files of each write.
    try disk.put(copy, at: "table.v1.store")
    #expect(try await newer.many.guests().first { $0.id == 5 }?.name == "Cyd")

    try disk.remove("table.v1.store")
    try await earlier.many.save(Guest(id: 7, name: "Eva"))
    #expect(try await newer.many.guests().map(\.id) == Array(1...7))
  }

  @Test func `An element whose way down throws is preserved, and its change is merged`()
    async throws
  {
    func earlier() -> CollectionRepository<GuestV1> { disk.many(GuestV1.schema) }
    func newer() -> CollectionRepository<GuestV2> { disk.many(GuestV2.strict) }
    try await earlier().save(GuestV1(id: 1, nick: "Anna"))
    for id in 1...2 { try await newer().save(GuestV2(id: id, handle: "", points: id)) }
    try await newer().save(GuestV2(id: 3, handle: "Cem", points: 3))

    try await earlier().save(GuestV1(id: 4, nick: "Dora"))
    try await earlier().save(GuestV1(id: 1, nick: "Bo"))

    #expect(
      try await Array(newer().elements()) == [
        GuestV2(id: 1, handle: "Bo", points: 1), GuestV2(id: 2, handle: "", points: 2),
        GuestV2(id: 3, handle: "Cem", points: 3), GuestV2(id: 4, handle: "Dora"),
      ])
  }

  // MARK: - The copy for the previous release

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
      try await earlier.many.save(Guest(id: id, name: "\(id)"))
    }
    var newer = Release(2, .neither, on: disk)
    try await newer.many.save(Guest(id: 4, name: "Dora"))
    for id in [1, 3] {
      if isRelaunched { newer = Release(2, .neither, on: disk) }
      try await newer.many.removeGuest(id)
    }

    #expect(try await earlier.many.guests() == [Guest(id: 2, name: "2")])
  }

  @Test func `The size of the copy is bounded by its content across launches`() async throws {
    try await earlier.many.save(Guest(id: 1, name: "Anna"))
    for step in 1...100 { try await newer.many.rename(1, "\(step)") }

    #expect(try disk.bytes(at: "table.v1.store").count < 10_000)
    #expect(try await earlier.many.guests() == [Guest(id: 1, name: "100")])
  }

  private var earlier: Release { Release(1, on: disk) }
  private var newer: Release { Release(2, on: disk) }
}
