import Foundation
import Storage
import Sync
import Testing

@Suite("An outbox whose journal was damaged")
struct OutboxDamageTests {
  @Test("Says so once, and goes on with what could be saved")
  func damaged() throws {
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
    #expect(throws: OutboxError.self) { try after.items() }
    #expect(try after.items().map(\.change).first == .create("a"))
    after.start()
    #expect(try after.items().isEmpty)
    try after.enqueue(.create("d"))
    #expect(after.sent.last?.change == .create("d"))
  }
}
