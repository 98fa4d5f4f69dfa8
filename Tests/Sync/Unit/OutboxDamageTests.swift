import Foundation
import Storage
import Testing

@testable import Sync

@Suite("An outbox whose journal was damaged")
struct OutboxDamageTests {
  @Test func `A damaged journal is reported once, and its intact changes are sent`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "outbox-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let before = StorageDirectory(folder)
    try OutboxBench<Edit>(OutboxJournal("cart", in: before)).enqueue(
      .create("a"), .create("b"), .create("c"))
    before.close()

    let file = folder.appending(path: "cart.v1.store")
    var bytes = try Data(contentsOf: file)
    bytes[bytes.count * 2 / 3] ^= 1
    try bytes.write(to: file)

    let after = OutboxBench<Edit>(OutboxJournal("cart", in: StorageDirectory(folder)))
    #expect(throws: SyncError.self) { try after.items() }
    #expect(try after.items().map(\.change).first == .create("a"))
    after.start()
    #expect(try after.items().isEmpty)
    try after.enqueue(.create("d"))
    #expect(after.sent.last?.change == .create("d"))
  }

  @Test func `A queue refuses the journal of another one, and sends and loses none of its changes`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "outbox-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let before = StorageDirectory(folder)
    try OutboxBench<Edit>(OutboxJournal("cart", in: before)).enqueue(.create("a"), .create("b"))
    before.close()
    let file = folder.appending(path: "cart.v1.store")
    let bytes = try Data(contentsOf: file)
    let foreign = folder.appending(path: "reviews.v1.store")
    try FileManager.default.moveItem(at: file, to: foreign)

    let after = OutboxBench<Edit>(OutboxJournal("reviews", in: StorageDirectory(folder)))
    let error = #expect(throws: SyncError.self) { try after.items() }
    #expect(
      error
        == .storage(
          .corrupt(
            file: "reviews.v1.store", damage: .undecodable("a change of the journal cart"),
            quarantine: "reviews.v1.store.corrupt")))
    #expect(try Data(contentsOf: foreign.appendingPathExtension("corrupt")) == bytes)
    after.start()
    #expect(try after.items().isEmpty)
    #expect(after.sent.isEmpty)
  }

  @Test func `an outbox refuses the journal of another account and leaves it as it is`() throws {
    var directory = StorageDirectory.inMemory()
    func outbox(of account: String?) -> OutboxBench<Edit> {
      directory = directory.reopened()
      return OutboxBench<Edit>(OutboxJournal("cart", in: directory, account: account))
    }
    try outbox(of: nil).enqueue(.create("guest"))
    try outbox(of: "anna").enqueue(.create("a"))

    for account in ["boris", nil] {
      let other = outbox(of: account)
      #expect(throws: SyncError.anotherAccount("anna")) { try other.items() }
      #expect(throws: SyncError.anotherAccount("anna")) { try other.enqueue(.create("b")) }
      #expect(other.sent.isEmpty)
    }

    let again = outbox(of: "anna")
    #expect(try again.items().map(\.change) == [.create("guest"), .create("a")])
    again.start()
    #expect(again.sent.count == 2)
  }

  @Test
  func `A queue reads the changes of a release without journal names, which reads the named ones`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "outbox-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let formerStore = { (directory: StorageDirectory) in
      CollectionRepository(
        .memoryBackedByFile("cart"), class: .critical, schema: StoredSchema(FormerEntry.self),
        in: directory)
    }
    let lane = try #require(Edit.create("a").lane as Lane?)
    let payload = try JSONEncoder().encode(Edit.create("a"))
    let former = FormerEntry(
      id: 1, key: "k", lane: lane, payload: payload, dependencies: .none, priority: .normal)
    var directory = StorageDirectory(folder)
    try await formerStore(directory).save(former)
    directory.close()

    directory = StorageDirectory(folder)
    let bench = OutboxBench<Edit>(OutboxJournal("cart", in: directory))
    #expect(try bench.items().map(\.change) == [.create("a")])
    try bench.enqueue(.create("b"))
    directory.close()

    let kept = try await formerStore(StorageDirectory(folder)).elements()
    #expect(kept.map(\.id) == [1, 2])
    #expect(kept[id: 1] == former)
  }
}

/// An entry as stored by releases that did not write the journal's name.
private struct FormerEntry: Codable, Sendable, Identifiable, Equatable {
  let id: Int
  var key: String
  let lane: Lane
  var payload: Data
  var dependencies: ChangeDependencies
  var priority: SendPriority
  var serverIDs: [String: String] = [:]
  var isRebased = false
  var outcome: OutboxEntry.Outcome?
}
