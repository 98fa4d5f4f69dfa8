import Foundation
import StorageTestSupport
import Synchronization
import Testing

@testable import Storage

/// Tests of a collection that is large enough to be decoded on all cores.
@Suite("Files with many elements", .temporaryDirectory)
struct ManyElementsTests {
  private let disk = Disk()

  private func notes() -> CollectionRepository<Note> {
    disk.many(StoredSchema(Note.self), .memoryBackedByFile("value"))
  }

  @Test func `Elements of one write are read in insertion order`() async throws {
    let all = (0..<2_000).map { Note(id: $0 * 7919 % 2_000, text: "\($0)") }
    try await notes().update { $0 = IdentifiedArray(all) }

    let read = try await notes().elements()
    #expect(Array(read) == all)
    for note in all.shuffled().prefix(100) { #expect(read[id: note.id] == note) }
  }

  @Test func `The error is that of the first element in the file that cannot be decoded`() throws {
    var payload = Data()
    for id in 0..<1_000 {
      var bytes = try Payload.encode(Note(id: id))
      if id == 400 { bytes = try Payload.encode(["id": 400]) }
      if id == 410 || id == 900 { bytes = Data([0xFF]) }
      CollectionPart.saved(bytes).append(to: &payload)
    }
    let alone = #expect(throws: DecodingFailure.self) {
      try Payload.decode(Note.self, from: Payload.encode(["id": 400]))
    }

    for _ in 0..<20 {
      let told = #expect(throws: DecodingFailure.self) {
        try StoredSchema(Note.self).coding.ofCollection.decode(payload, 1)
      }
      #expect("\(told as Any)" == "\(alone as Any)")
    }
  }

  @Test func `Payloads of any length and offset are joined in order`() {
    for lengths in [[3], [0, 5, 0], [100, 1, 40], [1, 200, 3, 0, 90], [0]] {
      let payloads = lengths.enumerated().map { Data(repeating: UInt8($0 + 1), count: $1) }
      let bytes = payloads.enumerated().reduce(into: Data([9, 9, 9])) { bytes, payload in
        bytes +=
          Record(
            sequence: UInt64(payload.offset + 1), copy: .none, time: 0, payload: payload.element
          ).encoded().bytes
      }
      for kept in [bytes.dropFirst(3), Data(bytes.dropFirst(3))] {
        var scan = RecordScan(kept)
        #expect(scan.join() == payloads.reduce(Data(), +))
        #expect(RecordScan(kept).records.map(\.record.payload) == payloads)
      }
    }
  }
}
