import Foundation
import StorageTestSupport
import Synchronization
import Testing

@testable import Storage

@Suite("Values that cannot be encoded", .temporaryDirectory)
struct NotEncodableTests {
  let disk = Disk()

  struct Named: Codable, Identifiable, Equatable {
    var id: String
    var text = ""
  }

  @Test(arguments: StorageLocation.inFiles)
  func `An element with an id of more than 65,535 bytes is rejected`(
    location: StorageLocation
  ) async throws {
    let repository = disk.many(StoredSchema(Named.self), location)
    try await repository.save(Named(id: String(repeating: "i", count: 65_000)))
    await #expect(throws: StorageError.self) {
      try await repository.save(Named(id: String(repeating: "i", count: 66_000)))
    }
    #expect(try await repository.elements().count == 1)
  }

  @Test func `Updates that wait for the disk survive a refused one, and are written in order`()
    async throws
  {
    let earlier = disk.many(StoredSchema(Named.self))
    try await earlier.update { $0 = IdentifiedArray("abc".map { Named(id: "\($0)") }) }
    let schema = StoredSchema(Named.self).step("same", up: { $0 })
    let failure = Mutex<Int32?>(EIO)
    disk.launch().close()
    let names = CollectionRepository(
      .memoryBackedByFile("value"), class: .critical, schema: schema,
      in: StorageDirectory(disk.url, failing: { failure.withLock { $0 } }))
    for name in ["b", "d", "e", "f"] { try await names.save(Named(id: name, text: "new")) }
    try await names.save(Named(id: "d"))
    try await names.remove(["a", "e"])
    let all = try await Array(names.elements())
    #expect(all.map(\.id) == ["b", "c", "d", "f"] && names.writeStatus != .written)

    await #expect(throws: StorageError.self) {
      try await names.save(Named(id: String(repeating: "i", count: 66_000)))
    }
    #expect(try await Array(names.elements()) == all)
    failure.withLock { $0 = nil }
    try await names.flush()
    #expect(try await Array(disk.crashed().many(schema).elements()) == all)
  }
}
