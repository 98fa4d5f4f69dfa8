import CBORTestSupport
import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Damage to one element", .temporaryDirectory)
struct ElementDamageTests {
  /// Random collections with several updates, in each class and location.
  @Test(arguments: 0..<12)
  func `A damaged element takes no other one with it, and none of its older values appears`(
    seed: Int
  ) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for round in 0..<25 {
      let disk = Disk("\(round)")
      let dataClass = [StorageClass.critical, .userState, .cache][round % 3]
      let location = StorageLocation.inFiles[round % 2]
      let (notes, name) = try await collection(disk, dataClass, location, &random)
      guard let victim = notes.randomElement(using: &random) else { continue }
      var bytes = try disk.bytes(at: name)
      let place = try #require(self.place(of: victim, in: Array(bytes)))
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      try disk.put(bytes, at: name)

      let damaged = disk.many(StoredSchema(Note.self), location, dataClass)
      if dataClass.isWorthKeeping {
        await #expect(throws: StorageError.self) { try await damaged.elements() }
      }
      let others = notes.filter { $0.id != victim.id }
      #expect(try await Array(damaged.elements()) == others, "\(seed), \(round)")
      try await damaged.save(Note(id: 99, text: "later"))
      let again = disk.many(StoredSchema(Note.self), location, dataClass)
      #expect(try await Array(again.elements()) == others + [Note(id: 99, text: "later")])
      #expect(try disk.bytes(at: name + ".corrupt") == bytes)
    }
  }

  private func collection(
    _ disk: Disk, _ dataClass: StorageClass, _ location: StorageLocation,
    _ random: inout SeededGenerator
  ) async throws -> (notes: [Note], file: String) {
    let repository = disk.many(StoredSchema(Note.self), location, dataClass)
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      let saved = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        Note(
          id: Int.random(in: 0..<12, using: &random),
          text: "text \(Int.random(in: 0..<1_000_000, using: &random))")
      }
      let removed = Int.random(in: 0..<24, using: &random)
      try await repository.update { notes in
        for note in saved { notes.save(note) }
        notes.remove(removed)
      }
    }
    let file = dataClass.isWorthKeeping ? "value.v1.store" : "caches/value.v1.store"
    return (try await Array(repository.elements()), file)
  }

  /// Returns a place in the text of a note, which occurs once in its newest record.
  private func place(of note: Note, in bytes: [UInt8]) -> Int? {
    let text = Array(note.text.utf8)
    return (0...bytes.count - text.count).last { bytes[$0..<$0 + text.count].elementsEqual(text) }
  }
}
