import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("The bytes of a file", .temporaryDirectory)
struct FileFormatTests {
  let disk = Disk()
  /// Of version 2, so that a flipped version can come out lower as well as higher.
  let schema = Schema(String.self).step("nothing changes") { (text: String) in text }
  let file = storedFile(version: 2, payload: Data(#""old""#.utf8))

  @Test("A file with any one bit flipped is damaged, whichever bit it is")
  func flippedBits() async throws {
    for index in file.indices {
      for bit in 0..<8 {
        var flipped = file
        flipped[index] ^= 1 << bit
        #expect(try await damage(of: flipped) != nil, "bit \(bit) of byte \(index)")
      }
    }
  }

  @Test("A flipped bit in the version is damage, not a newer release")
  func flippedVersion() async throws {
    for index in 8..<12 {
      var flipped = file
      flipped[index] ^= 1
      #expect(try await damage(of: flipped) == .checksum)
    }
  }

  @Test("A file cut short is damaged, wherever it is cut")
  func cutShort() async throws {
    for count in 0..<file.count {
      let damage = try await damage(of: file.prefix(count))
      #expect(damage == (count < 4 ? .foreign : .length), "\(count) bytes")
    }
  }

  @Test("A file with bytes after its end is damaged")
  func appended() async throws {
    for tail in [Data([0]), Data("\n".utf8), file] {
      #expect(try await damage(of: file + tail) == .length)
    }
  }

  @Test("The same bytes without damage are the value")
  func intact() async throws {
    #expect(try await damage(of: file) == nil)
  }

  @Test("The bytes of a file with one value never change")
  func goldenValue() async throws {
    try await SingleRepository(
      .file("value"), class: .critical, schema: Schema(Note.self), in: disk.directory
    )
    .save(Note(id: 7, text: "salt"))

    #expect(
      try hex(disk.bytes()) == """
        464f5354 01000000 01000000 15655118 \
        16000000 01000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 \
        00000000 00000000 ebd5615b \
        7b226964 223a372c 22746578 74223a22 73616c74 227d
        """)
  }

  @Test("The bytes of a file with many values never change")
  func goldenValues() async throws {
    let notes = CollectionRepository(
      .file("value"), class: .critical, schema: Schema(Note.self), in: disk.directory)
    try await notes.save(Note(id: 7, text: "salt"))
    try await notes.save(Note(id: 2))

    #expect(
      try hex(disk.bytes()) == """
        464f5354 01000000 01000000 15655118 \
        30000000 02000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 \
        00000000 00000000 352ed1d7 \
        16000000 7b226964 223a372c 22746578 74223a22 73616c74 227d1200 \
        00007b22 6964223a 322c2274 65787422 3a22227d
        """)
  }

  /// What a new repository says of a file with these bytes; `nil` when it reads the value.
  private func damage(of bytes: Data) async throws -> Damage? {
    try disk.put(bytes, at: "value.v2.store")
    let repository = SingleRepository(
      .file("value"), class: .critical, schema: schema, in: disk.directory)
    do {
      #expect(try await repository.value() == "old")
      return nil
    } catch StorageError.corrupt("value.v2.store", let damage, "value.v2.store.corrupt") {
      return damage
    }
  }
}
