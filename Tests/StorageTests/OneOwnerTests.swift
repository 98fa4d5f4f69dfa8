import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("One owner of a directory", .temporaryDirectory)
struct OneOwnerTests {
  private let disk = Disk()

  @Test("Two repositories that are declared alike are one", arguments: Location.inFiles)
  func alike(location: Location) async throws {
    let launch = disk.launch()
    // One that has gone again is in nobody's way.
    #expect(try await text(location, in: launch).value() == nil)
    let first = text(location, in: launch)
    let second = text(location, in: launch)

    try await withThrowingTaskGroup { group in
      for repository in [first, second] {
        for _ in 0..<50 {
          group.addTask { try await repository.update { $0 = ($0 ?? "") + "." } }
        }
      }
      try await group.waitForAll()
    }

    #expect(try await first.value()?.count == 100)
    #expect(try await second.value()?.count == 100)
  }

  @Test("Of two that are declared otherwise the second is refused", arguments: Otherwise.allCases)
  func otherwise(_ other: Otherwise) async throws {
    let launch = disk.launch()
    let first = text(.file("value"), in: launch)
    try await first.save("one")

    await #expect(throws: StorageError.inUse("value")) { try await other.access(in: launch) }

    #expect(try await first.value() == "one")
  }

  @Test("A second directory object has to wait until the first is gone or closed")
  func twoObjects() async throws {
    var first: StorageDirectory? = StorageDirectory(disk.url)
    try await text(.file("value"), in: #require(first)).save("one")
    let second = text(.file("value"), in: StorageDirectory(disk.url))

    let refusal = StorageError.inUse("value.v1.store")
    await #expect(throws: refusal) { try await second.value() }
    await #expect(throws: refusal) { try await second.save("two") }
    first = nil
    #expect(try await second.value() == "one")
    #expect(first == nil)
  }

  @Test("A closed directory is open to the next, and closed to its own repositories")
  func closed() async throws {
    let first = disk.launch()
    let repository = text(.file("value"), in: first)
    try await repository.save("one")
    first.close()

    await #expect(throws: StorageError.inUse("value.v1.store")) { try await repository.save("two") }

    #expect(try await disk.repository().value() == "one")
  }

  @Test("Another spelling of the path does not lead around it")
  func spelling() async throws {
    let first = disk.launch()
    try await text(.file("value"), in: first).save("one")
    let link = TemporaryDirectory.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: disk.url)

    let second = text(.file("value"), in: StorageDirectory(link))
    await #expect(throws: StorageError.inUse("value.v1.store")) { try await second.save("two") }
    withExtendedLifetime(first) {}
  }

  @Test("A copy of the descriptor elsewhere, as a fork makes one, does not keep the lock")
  func forked() async throws {
    try disk.make()
    let lock = DirectoryLock()
    let folder = try Descriptor(directory: disk.url.path)
    try lock.hold(folder)

    // `folder` is the same open file as the one that the lock keeps.
    lock.close()
    try DirectoryLock().hold(Descriptor(directory: disk.url.path))
    #expect(folder.number >= 0)
  }

  @Test("What is waiting outlives its repository")
  func waiting() async throws {
    let launch = disk.launch()
    try await text(.memoryBackedByFile("value", coalescing: 9), in: launch).save("one")

    #expect(
      try await text(.memoryBackedByFile("value", coalescing: 9), in: launch).value() == "one")
    try await launch.flush()
    #expect(try await disk.repository().value() == "one")
  }

  private func text(_ location: Location, in directory: StorageDirectory) -> SingleRepository<
    String
  > {
    SingleRepository(location, class: .critical, schema: Schema(String.self), in: directory)
  }
}

enum Otherwise: String, CaseIterable, CustomTestStringConvertible {
  case type = "of another type"
  case location = "in another location"
  case worth = "of another class"
  case schema = "with another schema"
  case collection = "of many values"

  func access(in launch: StorageDirectory) async throws {
    let one = Schema(String.self)
    switch self {
    case .type:
      _ = try await SingleRepository(
        .file("value"), class: .critical, schema: Schema(Int.self), in: launch
      ).value()
    case .location:
      _ = try await SingleRepository(
        .memoryBackedByFile("value"), class: .critical, schema: one, in: launch
      ).value()
    case .worth:
      _ = try await SingleRepository(
        .file("value"), class: .userState, schema: one, in: launch
      ).value()
    case .schema:
      _ = try await SingleRepository(
        .file("value"), class: .critical, schema: one.step("same", up: { $0 }), in: launch
      ).value()
    case .collection:
      _ = try await CollectionRepository(
        .file("value"), class: .critical, schema: Schema(Note.self), in: launch
      ).elements()
    }
  }

  var testDescription: String { rawValue }
}
