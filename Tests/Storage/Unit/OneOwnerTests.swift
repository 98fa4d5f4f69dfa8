import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Owners of names and directories", .temporaryDirectory)
struct OneOwnerTests {
  private let disk = Disk()

  @Test(arguments: StorageLocation.inFiles)
  func `A second repository with the same name is refused, for every call`(
    location: StorageLocation
  )
    async throws
  {
    let launch = disk.launch()
    let second = text(location, in: launch)
    let first = text(location, in: launch)
    try await first.save("one")

    let refusal = StorageError.inUse("value")
    await #expect(throws: refusal) { try await second.value() }
    await #expect(throws: refusal) { try await second.save("two") }
    await #expect(throws: refusal) { try await second.flush() }
    #expect(try await first.value() == "one")
    #expect(try await disk.repository(location).value() == "one")
  }

  @Test(arguments: StorageLocation.inFiles)
  func `A second collection with the same name is refused, for every call`(
    location: StorageLocation
  )
    async throws
  {
    let launch = disk.launch()
    let notes = {
      CollectionRepository(location, class: .critical, schema: StoredSchema(Note.self), in: launch)
    }
    let (first, second) = (notes(), notes())
    try await first.save(Note(id: 1))

    let refusal = StorageError.inUse("value")
    await #expect(throws: refusal) { try await second.elements() }
    await #expect(throws: refusal) { try await second.save(Note(id: 2)) }
    await #expect(throws: refusal) { try await second.flush() }
    #expect(try await first.elements().map(\.id) == [1])
  }

  @Test(arguments: StorageLocation.inFiles)
  func `An unused repository does not own its name`(location: StorageLocation) async throws {
    let launch = disk.launch()
    let first = text(location, in: launch)
    try await text(location, in: launch).save("two")
    #expect(try await first.value() == "two")
  }

  @Test(arguments: StorageLocation.inFiles)
  func `The next repository owns the name after the last one is released`(location: StorageLocation)
    async throws
  {
    let launch = disk.launch()
    var first: SingleRepository<String>? = text(location, in: launch)
    try await first?.save("one")
    let second = text(location, in: launch)
    await #expect(throws: StorageError.inUse("value")) { try await second.value() }

    first = nil

    #expect(try await second.value() == "one")
    try await second.save("two")
    #expect(try await disk.repository(location).value() == "two")
  }

  @Test
  func `A value that another repository has written meanwhile is read from the file`() async throws
  {
    let launch = disk.launch()
    let held = StorageLocation.memoryBackedByFile("value")
    var first: SingleRepository<String>? = text(held, in: launch)
    let last = text(held, in: launch)
    try await first?.save("one")
    first = nil
    try await text(.file("value"), in: launch).save("two")

    #expect(try await last.value() == "two")
  }

  @Test func `A value that was read before another repository has written it is read again`()
    async throws
  {
    let launch = disk.launch()
    let held = StorageLocation.memoryBackedByFile("value")
    var first: SingleRepository<String>? = text(held, in: launch)
    let last = text(held, in: launch)
    try await first?.save("one")
    _ = try await first?.value()
    first = nil
    try await text(.file("value"), in: launch).save("two")

    #expect(try await last.value() == "two")
  }

  @Test
  func `A name is free after the pending updates of its last owner are written`() async throws {
    let launch = disk.launch()
    try await saveUnwritten("one", in: launch)
    let next = text(.file("value"), in: launch)

    await #expect(throws: StorageError.inUse("value")) { try await next.value() }
    try await launch.flush()
    #expect(try await next.value() == "one")
  }

  @Test(arguments: StorageLocation.inFiles)
  func `Only one of many concurrent repositories owns the name`(location: StorageLocation)
    async throws
  {
    let launch = disk.launch()
    let all = (0..<20).map { _ in text(location, in: launch) }
    let taken = await withTaskGroup { group in
      for (place, repository) in all.enumerated() {
        group.addTask { () -> String? in
          do throws(StorageError) {
            try await repository.save("\(place)")
            return "\(place)"
          } catch {
            return error == .inUse("value") ? nil : "\(error)"
          }
        }
      }
      return await group.reduce(into: [String]()) { if let one = $1 { $0.append(one) } }
    }

    #expect(taken.count == 1)
    #expect(try await disk.repository(location).value() == taken.first)
    withExtendedLifetime(all) {}
  }

  @Test(arguments: Otherwise.allCases)
  func `A second repository with another declaration is refused`(_ other: Otherwise) async throws {
    let launch = disk.launch()
    let first = text(.file("value"), in: launch)
    try await first.save("one")

    await #expect(throws: StorageError.inUse("value")) { try await other.access(in: launch) }

    #expect(try await first.value() == "one")
  }

  @Test func `A repository does not use the store of an unused one with another schema`()
    async throws
  {
    let launch = disk.launch()
    let unused = text(.file("value"), in: launch)
    let schema = StoredSchema(String.self).step("same", up: { $0 })

    try await SingleRepository(.file("value"), class: .critical, schema: schema, in: launch)
      .save("new")

    #expect(try disk.names() == ["value.v2.store"])
    withExtendedLifetime(unused) {}
  }

  @Test
  func `A second directory object is refused until the first is released or closed`() async throws {
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

  @Test func `A closed directory is usable by the next object, and not by its own repositories`()
    async throws
  {
    let first = disk.launch()
    let repository = text(.file("value"), in: first)
    try await repository.save("one")
    first.close()

    await #expect(throws: StorageError.inUse("value.v1.store")) { try await repository.save("two") }

    #expect(try await disk.repository().value() == "one")
  }

  @Test func `Another spelling of the path does not bypass the lock`() async throws {
    let first = disk.launch()
    try await text(.file("value"), in: first).save("one")
    let link = TemporaryDirectory.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: disk.url)

    let second = text(.file("value"), in: StorageDirectory(link))
    await #expect(throws: StorageError.inUse("value.v1.store")) { try await second.save("two") }
    withExtendedLifetime(first) {}
  }

  @Test func `A copy of the descriptor in a forked process does not hold the lock`() async throws {
    try disk.make()
    let lock = DirectoryLock()
    let folder = try FileDescriptor(directory: disk.url.path)
    try lock.hold(folder)

    // The lock holds a duplicate of `folder`, which is the same open file.
    lock.close()
    try DirectoryLock().hold(FileDescriptor(directory: disk.url.path))
    #expect(folder.number >= 0)
  }

  @Test func `A copy of the descriptor does not hold a lock that was suspended or released`()
    async throws
  {
    try disk.make()
    let folder = try FileDescriptor(directory: disk.url.path)
    let suspended = DirectoryLock()
    try suspended.hold(folder)
    suspended.suspend()
    try DirectoryLock().hold(FileDescriptor(directory: disk.url.path))

    do {
      let released = DirectoryLock()
      try released.hold(folder)
    }
    try DirectoryLock().hold(FileDescriptor(directory: disk.url.path))
    #expect(folder.number >= 0)
  }

  #if os(Linux)
    @Test func `A directory that cannot be locked can be used`() throws {
      try disk.make()
      // `O_PATH`, which Swift does not import: a descriptor without the right to lock.
      let nameOnly: Int32 = 0o10_000_000
      let folder = try FileDescriptor(
        ".", in: FileDescriptor(directory: disk.url.path), nameOnly)

      try DirectoryLock().hold(folder)
    }
  #endif

  @Test func `Pending updates outlive their repository`() async throws {
    let launch = disk.launch()
    try await saveUnwritten("one", in: launch)

    #expect(try await text(.memoryBackedByFile("value"), in: launch).value() == "one")
    try await launch.flush()
    #expect(try await disk.repository().value() == "one")
  }

  @Test func `A repository that was created before has the pending updates of the last owner`()
    async throws
  {
    let launch = disk.launch()
    let next = text(.memoryBackedByFile("value"), in: launch)
    try await saveUnwritten("one", in: launch)

    #expect(try await next.value() == "one")
  }

  /// Saves a text whose write fails, so that it is pending.
  private func saveUnwritten(_ value: String, in directory: StorageDirectory) async throws {
    let repository = text(.memoryBackedByFile("value"), in: directory)
    try await repository.save("zero")
    try disk.block()
    try await repository.save(value)
    try disk.unblock()
  }

  private func text(_ location: StorageLocation, in directory: StorageDirectory)
    -> SingleRepository<
      String
    >
  {
    SingleRepository(location, class: .critical, schema: StoredSchema(String.self), in: directory)
  }
}

enum Otherwise: String, CaseIterable, CustomTestStringConvertible {
  case type = "of another type"
  case location = "in another location"
  case worth = "of another class"
  case schema = "with another schema"
  case collection = "of many values"

  func access(in launch: StorageDirectory) async throws {
    let one = StoredSchema(String.self)
    switch self {
    case .type:
      _ = try await SingleRepository(
        .file("value"), class: .critical, schema: StoredSchema(Int.self), in: launch
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
        .file("value"), class: .critical, schema: StoredSchema(Note.self), in: launch
      ).elements()
    }
  }

  var testDescription: String { rawValue }
}
