import CBOR
import Foundation
import StorageTestSupport
import Testing

@testable import Storage

/// Tests of the inspection of repositories' files by a person who has only the files.
@Suite("Inspecting an intact file", .temporaryDirectory)
struct FileInspectionTests {
  let disk = Disk()

  private func inspect(_ name: String) throws -> FileInspection {
    try FileInspection(of: disk.at(name))
  }

  @Test func `The report on a value has its version, its write and its content`() async throws {
    let notes = disk.one(StoredSchema(Note.self))
    try await notes.save(Note(id: 7, text: "salt"))
    try await notes.save(Note(id: 7, text: "pepper"))

    #expect(
      try inspect("value.v1.store").json(named: "a \"name\"") == """
        {
          "file": "a \\"name\\"",
          "state": "intact",
          "damage": null,
          "format": 1,
          "schemaVersion": 1,
          "size": 85,
          "records": 1,
          "lastSequence": 2,
          "lastWrite": null,
          "kind": "value",
          "content": {"id": 7, "text": "pepper"}
        }
        """)
  }

  @Test func `The report on a collection has the changes of each write`() async throws {
    let notes = disk.many(StoredSchema(Note.self))
    try await notes.save(Note(id: 7, text: "salt"))
    try await notes.update {
      $0.save(Note(id: 2, text: "oil")); $0.remove(7)
    }

    let inspection = try inspect("value.v1.store")

    #expect(inspection.kind == .collection)
    #expect(inspection.state == .intact && inspection.records == 2)
    #expect(inspection.lastSequence == 2)
    #expect(
      inspection.content == """
        [
          {"sequence": 1, "changes": [{"saved": {"id": 7, "text": "salt"}}]},
          {"sequence": 2, "changes": [{"saved": {"id": 2, "text": "oil"}}, {"removed": 7}]}
        ]
        """)
  }

  @Test func `The numbers 0 and 1 are values, and an empty payload is a collection`() throws {
    for number in [0, 1, 2, 24] {
      let file = storedFile(version: 1, payload: try CBOREncoder().encode(number))
      let inspection = FileInspection(file, named: "a")
      #expect(inspection.kind == .value && inspection.content == "\(number)")
    }
    let empty = FileInspection(storedFile(version: 1, payload: Data()), named: "a")
    #expect(empty.content == #"[{"sequence": 1, "changes": []}]"#)
    for first in UInt8.min...UInt8.max {
      let kind = FileInspection.Kind(of: Data([first, 0, 0, 0, 0]))
      #expect(kind == (first > 1 ? .value : .collection), "\(first)")
    }
  }

  @Test func `The report has the damage, and the time of a write of a newer release`() throws {
    let payload = try CBOREncoder().encode("salt")
    let record = Record(sequence: 1, copy: .none, time: 5, payload: payload)
    let file = FileHeader(version: 1).bytes + record.encoded().bytes

    let intact = FileInspection(file, named: "a")
    let damaged = FileInspection(file.dropLast(), named: "a")

    #expect(intact.lastWrite == 5)
    #expect(intact.json(named: "a").contains(#""lastWrite": 5,"#))
    #expect(damaged.json(named: "a").contains(#""damage": "\#(Damage.length)","#))
  }

  @Test func `A file that was set aside is read, and its damage is reported`() async throws {
    let text = storedFile(version: 1, payload: try CBOREncoder().encode("salt"))
    try disk.put(text + Data([0]))
    await #expect(throws: StorageError.self) { try await disk.repository().value() }

    let inspection = try inspect("value.v1.store.corrupt")

    #expect(inspection.state == .damaged(.length))
    #expect(inspection.content == #""salt""#)
  }

  @Test
  func `A file under the name of another version is foreign, as in a repository`() async throws {
    let file = storedFile(version: 2, payload: try CBOREncoder().encode("salt"))
    for name in ["value.v1.store", "value.v1.store.corrupt", "a.v2.v3.store"] {
      #expect(FileInspection(file, named: name).state == .damaged(.foreign), "\(name)")
    }
    for name in ["value.v2.store", "value.v2.store.corrupt", "value.x1.store", "v1", ".store", ""] {
      #expect(FileInspection(file, named: name).state == .intact, "\(name)")
    }
    try disk.put(file)
    await #expect(throws: StorageError.self) { try await disk.repository().value() }
  }

  @Test(arguments: Obstacle.allCases)
  func `An obstacle that stops a repository stops the inspection`(_ obstacle: Obstacle) throws {
    try obstacle.place(on: disk)
    let before = try Entry.all()
    #expect(throws: obstacle.error) { try inspect("value.v1.store") }
    #expect(try Entry.all() == before)
  }

  @Test func `An absent file, a directory and an unsuitable URL are errors with a reason`() throws {
    try disk.make()
    func failure(_ url: URL) throws -> SystemFailure? {
      do throws(StorageError) {
        _ = try FileInspection(of: url)
        return nil
      } catch {
        guard case .unavailable(let failure) = error else { throw error }
        return failure
      }
    }
    func code(_ url: URL) throws -> Int32? { try failure(url)?.code }
    #expect(try code(disk.at("value.v1.store")) == ENOENT)
    #expect(try code(disk.url) == EISDIR)
    #expect(try code(disk.at("..")) == EINVAL)
    #expect(try code(URL(filePath: "/")) == EINVAL)
    #expect(try failure(URL(filePath: "/a folder/..")) == SystemFailure(noFileAt: "/a folder/.."))
    #expect(try code(disk.at("nul\0l")) == EINVAL)
    #expect(try code(try #require(URL(string: "https://example.com/value.v1.store"))) == EINVAL)
  }
}
