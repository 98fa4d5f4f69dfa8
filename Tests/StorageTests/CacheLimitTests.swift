import Foundation
import StorageTestSupport
import Synchronization
import Testing

@testable import Storage

@Suite("A cache with limits", .temporaryDirectory)
struct CacheLimitTests {
  let disk = Disk()
  let clock = TestClock()

  // MARK: Age

  @Test("A value is absent after its lifetime", arguments: Location.inFiles)
  func lifetime(location: Location) async throws {
    try await cache(location).save("menu")

    clock.advance(60)
    #expect(try await cache(location).value() == "menu")
    clock.advance(1)
    #expect(try await cache(location).value() == nil)
  }

  @Test(
    "A value with a time in the future is absent, because the clock was set back",
    arguments: Location.inFiles)
  func clockSetBack(location: Location) async throws {
    try await cache(location).save("menu")
    clock.advance(-1)

    #expect(try await cache(location).value() == nil)
  }

  @Test("Storing an equal value renews its lifetime", arguments: Location.inFiles)
  func renewed(location: Location) async throws {
    let repository = cache(location)
    try await repository.save("menu")
    clock.advance(50)

    try await repository.save("menu")

    clock.advance(50)
    #expect(try await cache(location).value() == "menu")
  }

  @Test("An equal value can be stored after the old one has expired", arguments: Location.inFiles)
  func storedAfterExpiry(location: Location) async throws {
    try await cache(location).save("menu")
    clock.advance(61)

    try await cache(location).save("menu")

    #expect(try await cache(location).value() == "menu")
  }

  @Test("A value in memory does not expire")
  func heldInMemory() async throws {
    let repository = cache(.memoryBackedByFile("value"))
    try await repository.save("menu")
    clock.advance(1000)

    #expect(try await repository.value() == "menu")
    #expect(try await cache(.memoryBackedByFile("value")).value() == nil)
  }

  @Test("All elements of a collection expire together", arguments: Location.inFiles)
  func elements(location: Location) async throws {
    try await disk.many(Schema(Note.self), location, limited()).save(Note(id: 1))
    #expect(try await disk.many(Schema(Note.self), location, limited()).elements().count == 1)
    clock.advance(61)

    #expect(try await disk.many(Schema(Note.self), location, limited()).elements().isEmpty)
  }

  @Test(
    "A migrated value retains the time of its write", arguments: Location.inFiles)
  func migrated(location: Location) async throws {
    try await Release(1, .both, location, on: disk, limited()).save(Guest(name: "Anna"))
    clock.advance(61)

    #expect(try await Release(2, .both, location, on: disk, limited()).guest() == nil)
  }

  @Test("A value without an expiry does not expire", arguments: Location.inFiles)
  func noExpiry(location: Location) async throws {
    try await disk.repository(location, .cache(nil)).save("menu")
    #expect(try await disk.repository(location, .cache).value() == "menu")
  }

  // MARK: Size

  @Test("A file within the limit is written; a larger one is rejected and the old one stays")
  func sizeInFile() async throws {
    let repository = cache(.file("value"), sizeLimit: 100)
    try await repository.save("old")
    // The head of a text that is longer than 23 bytes is one byte longer too.
    let room = 100 - (try disk.bytes(at: "caches/value.v1.store").count - 3) - 1
    let largest = String(repeating: "a", count: room)
    try await repository.save(largest)
    #expect(try disk.bytes(at: "caches/value.v1.store").count == 100)

    await #expect(throws: StorageError.tooLarge(file: "value.v1.store", limit: 100)) {
      try await repository.save(largest + "a")
    }

    #expect(try disk.names(in: "caches") == ["value.v1.store"])
    #expect(try await repository.value() == largest)
  }

  @Test("A value in memory beyond the limit is pending")
  func sizeInMemory() async throws {
    let repository = cache(.memoryBackedByFile("value"), sizeLimit: 100)
    let large = String(repeating: "a", count: 100)

    try await repository.save(large)

    #expect(try await repository.value() == large)
    #expect(
      repository.persistence == .pending(.tooLarge(file: "value.v1.store", limit: 100)))
    try await repository.save("small")
    #expect(repository.persistence == .persisted)
  }

  @Test("A file beyond a lowered limit is removed", arguments: Location.inFiles)
  func limitLowered(location: Location) async throws {
    try await cache(location).save(String(repeating: "a", count: 100))

    let repository = cache(location, sizeLimit: 100)

    #expect(try await repository.value() == nil)
    try await repository.save("small")
    #expect(try await cache(location, sizeLimit: 100).value() == "small")
  }

  @Test("No limit exceeds the limit of all files")
  func largest() {
    #expect(DataClass.cache(nil, sizeLimit: .max).sizeLimit == 64 << 20)
    for dataClass in [DataClass.critical, .userState, .cache] {
      #expect(dataClass.sizeLimit == 64 << 20)
    }
  }

  private func cache(
    _ location: Location, sizeLimit: Int = DataClass.largestFile
  ) -> SingleRepository<String> {
    disk.repository(location, limited(sizeLimit))
  }

  /// Returns the storage class of a cache whose values expire after a minute.
  private func limited(_ sizeLimit: Int = DataClass.largestFile) -> DataClass {
    .cache(.after(.seconds(60), now: { [clock] in clock.now }), sizeLimit: sizeLimit)
  }
}

/// A clock that the test advances.
final class TestClock: Sendable {
  private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

  var now: Date { time.withLock { $0 } }

  func advance(_ seconds: TimeInterval) {
    time.withLock { $0 += seconds }
  }
}
