import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Values in memory", .temporaryDirectory)
struct HeldValueTests {
  /// A value that reports whether a mutation would copy its storage.
  private struct Letters: Codable, Sendable {
    private var letters = Storage()

    var identity: AnyObject { letters }

    mutating func isShared() -> Bool { !isKnownUniquelyReferenced(&letters) }

    private final class Storage: Codable, Sendable {}
  }

  @Test func `A value that no reader holds is changed without a copy`() async throws {
    let location = StorageLocation.memoryBackedByFile("letters")
    let repository = Disk().one(StoredSchema(Letters.self), location, .userState)
    try await repository.save(Letters())

    for _ in 0..<3 {
      _ = try await repository.value()
      _ = try await repository.value()
      #expect(try await repository.update { $0?.isShared() } == false)
    }
    let reader = try await repository.value()
    #expect(try await repository.update { $0?.isShared() } == true)
    withExtendedLifetime(reader) {}
  }

  @Test func `First accesses at the same time read the file once`() async throws {
    let reports = Collected<OpenReport>()
    let executor = ManualExecutor()
    let directory = StorageDirectory(TemporaryDirectory.url)
    directory.reportOpenings(measuredBy: ContinuousClock()) { reports.add($0) }
    let repository = SingleRepository(
      .memoryBackedByFile("number"), class: .userState, schema: StoredSchema(Int.self),
      in: directory)
    let tasks = (0..<3).map { _ in
      Task(executorPreference: executor) { try await repository.update { $0 = ($0 ?? 0) + 1 } }
    }
    executor.runJobs()
    for task in tasks { try await task.value }

    #expect(reports.all.count == 1)
    #expect(try await repository.value() == 3)
  }

  @Test func `A value is released with its repository after its write`() async throws {
    let directory = StorageDirectory(TemporaryDirectory.url)
    weak var last: AnyObject?
    do {
      let repository = SingleRepository(
        .memoryBackedByFile("letters"), class: .userState, schema: StoredSchema(Letters.self),
        in: directory)
      for _ in 0..<2 {
        let letters = Letters()
        last = letters.identity
        try await repository.save(letters)
        #expect(repository.writeStatus == .written)
      }
      #expect(last != nil)
    }
    #expect(last == nil)
    withExtendedLifetime(directory) {}
  }
}
