import CBOR
import Foundation
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

@Suite(.temporaryDirectory) struct QueueJournalTests {
  private let folder = TemporaryDirectory.url
  private var file: URL { folder.appending(path: "queue.v1.store") }

  @Test func `A damaged journal is reported once, and its intact changes are sent`() throws {
    let before = StorageDirectory(folder)
    try QueueBench<Edit>(before).enqueue(.create("a"), .create("b"), .create("c"))
    before.close()
    var bytes = try Data(contentsOf: file)
    bytes[bytes.count * 2 / 3] ^= 1
    try bytes.write(to: file)

    let after = QueueBench<Edit>(StorageDirectory(folder))
    #expect(throws: SyncError.self) { try after.items() }
    #expect(try after.items().map(\.change).first == .create("a"))
    after.start()
    #expect(try after.items().isEmpty)
    try after.enqueue(.create("d"))
    #expect(after.sent.last?.change == .create("d"))
  }

  @Test(arguments: Backing.allCases)
  func `A queue refuses the journal of another account and leaves it as it is`(
    _ backing: Backing
  ) throws {
    let root = backing == .files ? StorageDirectory(folder) : .inMemory()
    func with(_ account: String?, _ body: (QueueBench<Edit>) throws -> Void) throws {
      let directory = root.subdirectory("same", of: account)
      defer { directory.close() }
      try body(QueueBench<Edit>(directory))
    }
    try with("anna") { try $0.enqueue(.create("a")) }

    let file = backing == .files ? "queue.v1.store" : "queue"
    let error = SyncError.storage(.anotherOwner(file: file, owner: "anna"))
    for account in ["boris", nil] {
      try with(account) { other in
        #expect(throws: error) { try other.items() }
        #expect(throws: error) { try other.enqueue(.create("b")) }
        #expect(other.sent.isEmpty)
      }
    }

    try with("anna") { again in
      let items = try again.items()
      #expect(items.map(\.change) == [.create("a")])
      again.start()
      #expect(again.sent.count == 1)
    }
  }

  /// An entry of a later release, which stores refusals in another form.
  private struct NewerEntry: Codable, Sendable, Identifiable {
    let id: Int
    var keyText = "key"
    var kind = "line"
    var name: String
    var payload: Data
    var isRebased = false
    var refusal: Int?
  }

  @Test func `An entry that cannot be read harms no other one, and waits for the user`()
    async throws
  {
    for unreadable in 1...3 {
      let folder = folder.appending(path: "\(unreadable)")
      func newer(_ directory: StorageDirectory) -> CollectionRepository<NewerEntry> {
        CollectionRepository(
          .memoryBackedByFile("queue"), class: .critical, schema: StoredSchema(NewerEntry.self),
          in: directory)
      }
      let before = StorageDirectory(folder)
      let payload = try CBOREncoder().encode(Edit.create("a"))
      try await newer(before).update { entries in
        for id in 1...3 {
          entries.save(
            NewerEntry(
              id: id, name: "\(id)", payload: payload, refusal: id == unreadable ? 1 : nil))
        }
      }
      before.close()
      let directory = StorageDirectory(folder)
      let older = QueueBench<Edit>(directory)
      try older.enqueue(.order)
      #expect(try older.items().map(\.id) == [1, 2, 3, 4])
      #expect(try older.items()[unreadable - 1].refusal == .unreadable)
      older.start()
      try older.retry(ChangeID(rawValue: unreadable))
      #expect(older.sent.count == 3)
      directory.close()
      let after = StorageDirectory(folder)
      let kept = try await newer(after).elements().map(\.id)
      #expect(kept == [unreadable])
      after.close()
      let again = QueueBench<Edit>(StorageDirectory(folder))
      again.start()
      try again.discard(ChangeID(rawValue: unreadable))
      #expect(again.sent.isEmpty)
      #expect(try again.items().isEmpty)
    }
  }
}
