import CBOR
import Foundation
import StorageTestSupport
import Testing

@testable import Storage

/// Tests that the inspection of a damaged file shows only content with a valid checksum.
@Suite("Inspecting a damaged file", .temporaryDirectory)
struct FileInspectionDamageTests {
  let disk = Disk()

  private func inspect(_ bytes: Data) -> FileInspection {
    FileInspection(bytes, named: "value.v1.store")
  }

  /// Returns a file with three writes, and the offset of each write's end.
  private func collection() async throws -> (bytes: Data, ends: [Int]) {
    let notes = disk.many(StoredSchema(Note.self))
    var ends: [Int] = []
    for id in 1...3 {
      try await notes.save(Note(id: id, text: "salt \(id)"))
      ends.append(try disk.bytes().count)
    }
    return (try disk.bytes(), ends)
  }

  @Test func `A value of another length or with a flipped bit is damaged`() throws {
    let file = storedFile(version: 1, payload: try CBOREncoder().encode("salt"))
    for count in 0..<file.count {
      #expect(inspect(file.prefix(count)).state == .damaged(count < 4 ? .foreign : .length))
    }
    for tail in [Data([0]), file, file.dropFirst(FileHeader.size)] {
      #expect(inspect(file + tail).state == .damaged(.length))
    }
    // In the length, which is then 4 instead of 5, and in the payload.
    for place in [FileHeader.size + 4, file.count - 1] {
      var flipped = file
      flipped[place] ^= 1
      #expect(inspect(flipped).state == .damaged(.checksum) && inspect(flipped).content == nil)
    }
  }

  @Test func `A collection with any flipped bit is never reported as intact or with other content`()
    async throws
  {
    let (file, ends) = try await collection()
    let whole = try #require(inspect(file).content)
    for index in file.indices {
      var flipped = file
      flipped[index] ^= 1 << (index % 8)
      let inspection = inspect(flipped)
      #expect(inspection.state != .intact, "byte \(index)")
      // A last write with a longer length looks like one that was cut off.
      #expect(inspection.state != .cutOff || index >= ends[1])
      for line in inspection.content?.split(separator: "\n").dropFirst().dropLast() ?? [] {
        let write = line.drop { $0 == " " }.prefix { $0 != "\n" }
        #expect(whole.contains(write.hasSuffix(",") ? write.dropLast() : write))
      }
    }
  }

  @Test func `A truncated collection has its complete writes, and the state cutOff`() async throws {
    let (file, ends) = try await collection()
    for count in 0...file.count {
      let inspection = inspect(file.prefix(count))
      let ended = ends.count { $0 <= count }
      #expect(inspection.records == ended)
      #expect(inspection.lastSequence == (ended == 0 ? nil : UInt64(ended)))
      let expected: FileInspection.State =
        if count < 4 { .damaged(.foreign) } else if ended == 0 { .damaged(.length) } else {
          ends.contains(count) ? .intact : .cutOff
        }
      #expect(inspection.state == expected, "\(count) bytes")
    }
  }

  @Test func `A collection with damage in the middle has the records around it`() async throws {
    var (file, ends) = try await collection()
    file[ends[1] - 1] ^= 1

    let inspection = inspect(file)

    #expect(inspection.state == .damaged(.checksum))
    #expect(inspection.records == 2 && inspection.lastSequence == 3)
    #expect(inspection.content?.contains("salt 2") == false)
    #expect(inspection.content?.contains("salt 3") == true)
  }

  @Test func `Intact bytes that are not CBOR are damage with a position`() throws {
    #expect(
      inspect(storedFile(version: 1, payload: Data(hex: "8201"))).state
        == .damaged(.undecodable("The count exceeds the remaining bytes. (byte 1)")))
    #expect(
      inspect(storedFile(version: 1, payload: Data(hex: "0105000000a0"))).state
        == .damaged(.undecodable("part 0: cut short")))
  }

  @Test func `A file of a newer format is reported by its header only`() {
    var fields = Data(littleEndian: UInt32(2))
    fields.append(littleEndian: UInt32(9))
    let header = Data("FOST".utf8) + fields + Data(littleEndian: CRC32C.checksum(fields))

    let inspection = inspect(header + Data("whatever".utf8))

    #expect(inspection.state == .newerFormat)
    #expect(inspection.format == 2 && inspection.schemaVersion == 9)
    #expect(inspection.records == 0 && inspection.content == nil && inspection.size == 24)
  }
}
