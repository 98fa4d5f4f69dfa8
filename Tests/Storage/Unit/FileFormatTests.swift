import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("The bytes of a file", .temporaryDirectory)
struct FileFormatTests {
  let disk = Disk()
  /// A schema of version 2, so that a flipped version can be lower as well as higher.
  let schema = StoredSchema(String.self).step("nothing changes") { (text: String) in text }
  let file = storedFile(version: 2, payload: Data([0x63]) + Data("old".utf8))

  @Test func `A file with any flipped bit is damaged`() async throws {
    // A flipped bit of the version, bytes 8 to 11, is not a newer release.
    for index in file.indices {
      var flipped = file
      flipped[index] ^= 1 << (index % 8)
      let damage = try await damage(of: flipped)
      #expect(damage == (index < 4 ? .foreign : .checksum), "byte \(index)")
    }
  }

  @Test func `A truncated file is damaged, for every length`() async throws {
    #expect(try await damage(of: file) == nil)
    for count in 0..<file.count {
      #expect(try await damage(of: file.prefix(count)) == .length, "\(count) bytes")
    }
  }

  @Test func `Bytes after the last record are damage unless they are the start of a record`()
    async throws
  {
    #expect(try await damage(of: file + Data(count: 5_000)) == nil)
    #expect(try await damage(of: file + Data(repeating: 1, count: 43)) == nil)
    #expect(try await damage(of: file + Data(repeating: 1, count: 44)) == .checksum)
    #expect(try await damage(of: file + file) == .checksum)
    // A record with the number of an earlier one.
    #expect(try await damage(of: file + file.dropFirst(65)) == .checksum)
  }

  @Test func `The bytes of a file with many values never change`() async throws {
    let notes = disk.many(StoredSchema(Note.self))
    try await notes.save(Note(id: 7, text: "salt"))
    try await notes.save(Note(id: 2))

    #expect(
      try hex(disk.bytes()) == """
        464f5354 01000000 01000000 05000000 01000000 00000000 00000000 00000000 00000000 \
        00000000 3d000000 00000000 01000000 00000000 c81b2ee2 76616c75 65e50101 000f0000 \
        003d0000 00010000 00010000 00000000 00000000 00000000 008befdd 20ba37b7 860c3097 \
        9c07a262 69640764 74657874 6473616c 74ffe501 01000b00 00003900 00000100 00000200 \
        00000000 00000000 00000000 0000be46 51a2a623 46b3a020 616902a2 62696402 64746578 \
        7460ff
        """)
  }

  /// Returns the damage that a new repository reports, or `nil` if it loads the value.
  ///
  /// After damage to the header alone, the next access returns the value nevertheless.
  private func damage(of bytes: Data) async throws -> Damage? {
    try disk.put(bytes, at: "value.v2.store")
    if try disk.names().contains("value.v2.store.corrupt") {
      try disk.remove("value.v2.store.corrupt")
    }
    let repository = disk.one(schema)
    do {
      #expect(try await repository.value() == "old")
      return nil
    } catch StorageError.corrupt("value.v2.store", let damage, "value.v2.store.corrupt") {
      #expect(try await [nil, "old"].contains(repository.value()))
      return damage
    }
  }
}
