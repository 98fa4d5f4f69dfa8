import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Owners of names and directories", .temporaryDirectory)
struct OneOwnerTests {
  private let disk = Disk()

  @Test(arguments: StorageLocation.inFiles)
  func `A second repository with the same name is refused until the first is released`(
    location: StorageLocation
  ) async throws {
    let launch = disk.launch()
    let second = launch.text(location)
    var first: SingleRepository<String>? = launch.text(location)
    try await first?.save("one")

    let refusal = StorageError.inUse("value")
    await #expect(throws: refusal) { try await second.value() }
    await #expect(throws: refusal) { try await second.save("two") }
    await #expect(throws: refusal) { try await second.flush() }
    #expect(try await first?.value() == "one")

    first = nil

    #expect(try await second.value() == "one")
    try await second.save("two")
    #expect(try await disk.repository(location).value() == "two")
  }

  @Test(arguments: [false, true])
  func `A value that another repository has written meanwhile is read from the file`(
    wasRead: Bool
  ) async throws {
    let launch = disk.launch()
    let held = StorageLocation.memoryBackedByFile("value")
    var first: SingleRepository<String>? = launch.text(held)
    let last = launch.text(held)
    try await first?.save("one")
    if wasRead { _ = try await first?.value() }
    first = nil
    try await launch.text().save("two")

    #expect(try await last.value() == "two")
  }

  @Test(arguments: StorageLocation.inFiles)
  func `Only one of many concurrent repositories owns the name`(location: StorageLocation)
    async throws
  {
    let launch = disk.launch()
    let all = (0..<20).map { _ in launch.text(location) }
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

  @Test
  func `Another declaration is refused until the pending updates of the last owner are written`()
    async throws
  {
    let launch = disk.launch()
    let held = StorageLocation.memoryBackedByFile("value")
    try await saveUnwritten("one", in: launch)
    func access<Value>(_ schema: StoredSchema<Value>) async throws {
      _ = try await SingleRepository(held, class: .critical, schema: schema, in: launch).value()
    }

    let refusal = StorageError.inUse("value")
    let steps = StoredSchema(String.self).step("same", up: { $0 })
    await #expect(throws: refusal) { try await access(StoredSchema(Int.self)) }
    await #expect(throws: refusal) { try await access(steps) }
    await #expect(throws: refusal) { try await launch.text().value() }
    await #expect(throws: refusal) { try await launch.text(held, .userState).value() }
    await #expect(throws: refusal) { try await launch.notes(held).elements() }

    try await launch.flush()
    #expect(try await launch.text().value() == "one")
  }

  @Test
  func `A second directory object is refused until the first is released or closed`() async throws {
    var first: StorageDirectory? = StorageDirectory(disk.url)
    try await #require(first).text().save("one")
    let second = StorageDirectory(disk.url).text()

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
    let repository = first.text()
    try await repository.save("one")
    first.close()

    await #expect(throws: StorageError.closed("value.v1.store")) {
      try await repository.save("two")
    }

    #expect(try await disk.repository().value() == "one")
  }

  @Test func `Another spelling of the path does not bypass the lock`() async throws {
    let first = disk.launch()
    try await first.text().save("one")
    let link = TemporaryDirectory.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: disk.url)

    let second = StorageDirectory(link).text()
    await #expect(throws: StorageError.inUse("value.v1.store")) { try await second.save("two") }
    withExtendedLifetime(first) {}
  }

  @Test(arguments: ["closed", "suspended", "released"])
  func `A copy of the descriptor, as in a forked process, does not hold a lock that has ended`(
    end: String
  ) throws {
    try disk.make()
    let folder = try FileDescriptor(directory: disk.url.path)
    var lock: DirectoryLock? = DirectoryLock()
    // The lock holds a duplicate of `folder`, which is the same open file.
    try lock?.hold(folder)
    switch end {
    case "closed": lock?.close()
    case "suspended": lock?.suspend()
    default: lock = nil
    }
    try DirectoryLock().hold(FileDescriptor(directory: disk.url.path))
    #expect(folder.number >= 0)
    withExtendedLifetime(lock) {}
  }

  #if os(Linux)
    @Test func `A directory that cannot be locked can be used`() throws {
      try disk.make()
      // `O_PATH`, which Swift does not import: a descriptor without the right to lock.
      let nameOnly: Int32 = 0o10_000_000
      let folder = try FileDescriptor(
        ".", in: FileDescriptor(directory: disk.url.path), .init(flags: nameOnly))

      try DirectoryLock().hold(folder)
    }
  #endif

  @Test(arguments: [false, true])
  func `Pending updates outlive their repository`(isNextCreatedBefore: Bool) async throws {
    let launch = disk.launch()
    let held = StorageLocation.memoryBackedByFile("value")
    let next = isNextCreatedBefore ? launch.text(held) : nil
    try await saveUnwritten("one", in: launch)

    #expect(try await (next ?? launch.text(held)).value() == "one")
    try await launch.flush()
    #expect(try await disk.crashed().repository().value() == "one")
  }

  /// Saves a text whose write fails, so that it is pending.
  private func saveUnwritten(_ value: String, in directory: StorageDirectory) async throws {
    let repository = directory.text(.memoryBackedByFile("value"))
    try await repository.save("zero")
    try await disk.blocked { try await repository.save(value) }
  }
}
