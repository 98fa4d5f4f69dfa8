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
      #expect(damage != nil, "byte \(index)")
      if 8..<12 ~= index { #expect(damage == .checksum, "byte \(index)") }
    }
  }

  @Test func `A truncated file is damaged, for every length`() async throws {
    #expect(try await damage(of: file) == nil)
    for count in 0..<file.count {
      let damage = try await damage(of: file.prefix(count))
      #expect(damage == (count < 4 ? .foreign : .length), "\(count) bytes")
    }
  }

  @Test func `A file with bytes after its end is damaged`() async throws {
    for tail in [Data([0]), Data("\n".utf8), file] {
      #expect(try await damage(of: file + tail) == .length)
    }
  }

  @Test func `The bytes of a file with one value never change`() async throws {
    try await SingleRepository(
      .file("value"), class: .critical, schema: StoredSchema(Note.self), in: disk.launch()
    )
    .save(Note(id: 7, text: "salt"))

    #expect(
      try hex(disk.bytes()) == """
        464f5354 01000000 01000000 15655118 5245430a 0f000000 01000000 00000000 00000000 \
        00000000 00000000 00000000 00000000 00000000 00000000 00000000 92d431da a2626964 \
        07647465 78746473 616c74
        """)
  }

  @Test func `The bytes of a file with many values never change`() async throws {
    let notes = CollectionRepository(
      .file("value"), class: .critical, schema: StoredSchema(Note.self), in: disk.launch())
    try await notes.save(Note(id: 7, text: "salt"))
    try await notes.save(Note(id: 2))

    #expect(
      try hex(disk.bytes()) == """
        464f5354 01000000 01000000 15655118 5245430a 14000000 01000000 00000000 00000000 \
        00000000 00000000 00000000 00000000 00000000 00000000 00000000 bf4e4c44 010f0000 \
        00a26269 64076474 65787464 73616c74 5245430a 10000000 02000000 00000000 00000000 \
        00000000 00000000 00000000 00000000 00000000 00000000 00000000 f7441141 010b0000 \
        00a26269 64026474 65787460
        """)
  }

  /// Returns the damage that a new repository reports, or `nil` if it loads the value.
  private func damage(of bytes: Data) async throws -> Damage? {
    try disk.put(bytes, at: "value.v2.store")
    let repository = SingleRepository(
      .file("value"), class: .critical, schema: schema, in: disk.launch())
    do {
      #expect(try await repository.value() == "old")
      return nil
    } catch StorageError.corrupt("value.v2.store", let damage, "value.v2.store.corrupt") {
      return damage
    }
  }
}
