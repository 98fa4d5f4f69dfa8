import CBORTestSupport
import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("The file of a collection", .temporaryDirectory)
struct CollectionLogTests {
  private let disk = Disk()
  private var file: URL { disk.at("notes.v1.store") }

  private func notes(_ dataClass: StorageClass = .userState) -> CollectionRepository<Note> {
    disk.many(StoredSchema(Note.self), .memoryBackedByFile("notes"), dataClass)
  }

  /// Returns the elements that a launch after a crash at this moment would load.
  private func read() async throws -> [Note] {
    try await Array(
      disk.crashed().many(StoredSchema(Note.self), .file("notes"), .userState).elements())
  }

  private func restart() async throws -> [Note] { try await Array(notes().elements()) }

  private var size: Int { get throws { try Data(contentsOf: file).count } }

  @Test func `The size of an append does not depend on the number of elements`() async throws {
    var growth: [Int] = []
    for count in [10, 200] {
      let repository = notes()
      try await repository.update { $0 = IdentifiedArray((0..<count).map { Note(id: $0) }) }
      let before = try size
      try await repository.save(Note(id: 7, text: "salt"))
      growth.append(try size - before)
    }

    #expect(growth[0] == growth[1])
    #expect(growth[0] < 150)
  }

  @Test func `A torn append is ignored as a whole, wherever it is cut off`() async throws {
    let updates = [[1], [2], [3, 4, 5]]
    let repository = notes()
    var ends: [Int] = []
    for ids in updates {
      try await repository.update { notes in
        for id in ids { notes.save(Note(id: id)) }
      }
      ends.append(try size)
    }
    let whole = try Data(contentsOf: file)

    for length in ends[0]...whole.count {
      try whole.prefix(length).write(to: file)
      let survivors = Array(updates[..<ends.filter { $0 <= length }.count].joined())
      #expect(try await restart().map(\.id) == survivors, "\(length) bytes")
      let next = notes()
      // Its record has another length, so that bytes behind it would not begin with a head.
      try await next.save(Note(id: 9, text: "nine"))
      #expect(try await read().map(\.id) == survivors + [9], "\(length) bytes")
    }
  }

  @Test
  func `A flipped bit loses at most its own record, and never yields another value`() async throws {
    let repository = notes()
    for id in 1...3 { try await repository.save(Note(id: id)) }
    let whole = try Data(contentsOf: file)
    let all = [Note(id: 1), Note(id: 2), Note(id: 3)]

    for index in whole.indices {
      var flipped = whole
      flipped[index] ^= 1 << (index % 8)
      try flipped.write(to: file)
      do {
        let notes = try await restart()
        Issue.record("byte \(index): \(notes.count) notes, and no error")
      } catch StorageError.corrupt {
        let notes = try await restart()
        #expect(notes.allSatisfy(all.contains), "byte \(index)")
        // A record with a flipped length is still found by its checksum.
        #expect(notes.count >= 2 || notes.isEmpty && index < 16, "byte \(index)")
      }
    }
  }

  @Test(arguments: StorageLocation.inFiles)
  func `An element that is damaged behind the app's back is told, unless it is in memory`(
    location: StorageLocation
  ) async throws {
    let repository = disk.many(StoredSchema(Note.self), location)
    for id in 1...3 { try await repository.save(Note(id: id, text: "text")) }
    var bytes = try disk.bytes()
    bytes[bytes.count - 2] ^= 1
    try disk.put(bytes)
    let lost = location.isHeldInMemory ? [] : [3]
    #expect(try await repository.unreadable() == lost)
    if location.isHeldInMemory { #expect(try await repository.element(3) != nil) }
    #expect(try await repository.elements().map(\.id) == [1, 2, 3].filter { !lost.contains($0) })
  }

  @Test(arguments: StorageLocation.inFiles, [StorageClass.critical, .cache])
  func `Of a damaged element no older value appears, and no other one is affected`(
    location: StorageLocation, dataClass: StorageClass
  ) async throws {
    func launch() -> CollectionRepository<Note> {
      disk.many(StoredSchema(Note.self), location, dataClass)
    }
    let repository = launch()
    for id in [3, 1, 2, 3] { try await repository.save(Note(id: id, text: "text \(id)")) }
    let name = dataClass.isWorthKeeping ? "value.v1.store" : "caches/value.v1.store"
    try await repository.save(Note(id: 3, text: "newest"))
    var bytes = try disk.bytes(at: name)
    bytes[bytes.count - 2] ^= 1
    try disk.put(bytes, at: name)

    if dataClass.isWorthKeeping {
      await #expect(throws: StorageError.self) { try await launch().elements() }
    }
    let damaged = launch()
    #expect(try await damaged.elements().map(\.id) == [1, 2])
    try await damaged.save(Note(id: 9))
    #expect(try await launch().elements().map(\.id) == [1, 2, 9])
  }

  @Test func `An element that an update moves to the end is written once`() async throws {
    let text = String(repeating: "t", count: 1_000)
    let repository = notes()
    try await repository.update { notes in
      for id in 1...3 { notes.save(Note(id: id)) }
    }
    let before = try size

    try await repository.update { notes in
      notes.remove(1)
      notes.save(Note(id: 1, text: text))
    }
    #expect(try size < before + 2 * text.count)
    #expect(try await read().map(\.id) == [2, 3, 1])
  }

  @Test func `Obsolete versions of a large element are removed`() async throws {
    let text = String(repeating: "t", count: 300_000)
    for round in 1...6 { try await notes().save(Note(id: 1, text: "\(round)\(text)")) }
    #expect(try size < 4 * text.count)
    #expect(try await read().map(\.text) == ["6\(text)"])
  }

  @Test func `The file equals memory after concurrent changes and replacements`() async throws {
    let repository = notes()
    try await withThrowingTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for step in 0..<40 {
            switch (task + step) % 4 {
            case 0: try await repository.remove(step % 7)
            case 1:
              try await repository.update { $0 = IdentifiedArray($0.filter { $0.id % 2 == 0 }) }
            default: try await repository.save(Note(id: (task * step) % 11, text: "\(step)"))
            }
          }
        }
      }
      try await group.waitForAll()
    }

    #expect(repository.writeStatus == .written)
    #expect(try await read() == Array(repository.elements()))
  }

  @Test(arguments: [0, 400], 1...3)
  func `A restart finds the same elements in the same order after random changes`(
    count: Int, seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let repository = notes()
    try await repository.update { $0 = IdentifiedArray((0..<count).map { Note(id: $0) }) }
    let ids = max(0, count - 3)..<count + 3
    for round in 0..<30 {
      let steps = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        (isRemoval: Bool.random(using: &random), id: Int.random(in: ids, using: &random))
      }
      try await repository.update { notes in
        for step in steps {
          if step.isRemoval {
            notes.remove(step.id)
          } else {
            notes.save(Note(id: step.id, text: "\(round % 2)"))
          }
        }
        // Moves the first note to the end.
        if count > 0, let first = notes.first { notes.remove(first.id); notes.save(first) }
      }
      if count == 0 { #expect(try await read() == Array(repository.elements())) }
    }

    let (kept, read) = (try await repository.elements(), try await notes().elements())
    #expect(Array(read) == Array(kept))
    for id in 0..<count + 10 { #expect(read[id: id] == kept[id: id]) }
  }

  @Test func `The next write after a failed one replaces the file`() async throws {
    let repository = notes()
    try await repository.save(Note(id: 1))
    let number = try Entry(file.path).number
    let aside = TemporaryDirectory.url.appending(path: "aside")
    try FileManager.default.moveItem(at: file, to: aside)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    try await repository.save(Note(id: 2))
    try await repository.remove(1)
    #expect(repository.writeStatus != .written)

    try FileManager.default.removeItem(at: file)
    try FileManager.default.moveItem(at: aside, to: file)
    try await repository.flush()
    #expect(try Entry(file.path).number != number)
    #expect(try await read().map(\.id) == [2])
  }

  @Test(arguments: StorageLocation.inFiles)
  func `A file that another owner has changed is read again before the next write`(
    location: StorageLocation
  ) async throws {
    let repository = disk.many(StoredSchema(Note.self), location)
    for id in 1...2 { try await repository.save(Note(id: id)) }
    let other = try disk.crashed()
    try await other.many(StoredSchema(Note.self)).save(Note(id: 7, text: "other"))
    try other.bytes().write(to: disk.at("value.v1.store"))

    try await repository.save(Note(id: 3))

    #expect(repository.writeStatus == .written)
    #expect(try await repository.elements().map(\.id) == [1, 2, 7, 3])
    #expect(try await disk.crashed().many(StoredSchema(Note.self)).elements().count == 4)
  }
}
