import Foundation
import StorageTestSupport
import Synchronization
import Testing

@testable import Storage

@Suite("Reports about opening a repository", .temporaryDirectory)
struct HealthEventTests {
  private let disk = Disk()
  private let clock = CountingClock()
  private let reports = Collected<OpenReport>()

  @Test func `The first access is reported once`() async throws {
    let people = open(GuestV3.schema)
    _ = try await people.value()
    try await people.save(GuestV3(id: 1, name: "Ada"))
    _ = try await people.value()
    try await people.remove()
    try await people.save(GuestV3(id: 1, name: "Ada"))

    #expect(reports.all == [expected(.absent, nil, bytes: 0)])
  }

  @Test func `A cache that is too large is removed and reported`() async throws {
    try disk.put(Data(count: 301), at: "caches/value.v3.store")
    let people = open(GuestV3.schema, StorageClass(.cache, sizeLimit: 300))
    #expect(try await people.value() == nil)
    #expect(reports.all.last?.outcome == .failed(.tooLarge(file: "value.v3.store", limit: 300)))
    #expect(try disk.names(in: "caches") == [])
    try await people.save(GuestV3(id: 1, name: "Ada"))
    #expect(try await people.value()?.name == "Ada")
  }

  @Test(arguments: [(StorageClass.critical, ""), (.cache, "caches/")])
  func `The report has the source of the value and the steps`(
    dataClass: StorageClass, folder: String
  ) async throws {
    try await disk.one(GuestV1.schema, .file("value"), dataClass).save(GuestV1(id: 1, nick: "Ada"))
    let bytes = try disk.bytes(at: "\(folder)value.v1.store").count
    try await open(GuestV3.schema, dataClass).save(GuestV3(id: 1, name: "Ada"))
    let newBytes = try disk.bytes(at: "\(folder)value.v3.store").count
    _ = try await open(GuestV3.schema, dataClass).value()

    #expect(
      reports.all == [
        expected(
          .migrated(steps: ["nick becomes handle", "handle becomes name"]), 1, bytes: bytes),
        expected(.current, 3, bytes: newBytes),
      ])
  }

  @Test func `The report states that an earlier release has written since`() async throws {
    try await disk.one(GuestV2.schema).save(GuestV2(id: 1, handle: "Ada"))
    try await open(GuestV3.schema).save(GuestV3(id: 1, name: "Bo"))
    try await disk.one(GuestV2.schema).save(GuestV2(id: 1, handle: "Cem"))
    let bytes = try disk.bytes(at: "value.v3.store").count

    #expect(try await open(GuestV3.schema).value()?.name == "Cem")

    #expect(reports.all.last == expected(.merged(writtenBy: 2), 3, bytes: bytes))
  }

  @Test func `The report on a migration states whose value was merged`() async throws {
    try await disk.one(GuestV1.schema).save(GuestV1(id: 1, nick: "Ada"))
    try await disk.one(GuestV2.schema).save(GuestV2(id: 1, handle: "Bo"))
    try await disk.one(GuestV1.schema).save(GuestV1(id: 1, nick: "Cem"))

    #expect(try await open(GuestV3.schema).value()?.name == "Cem")

    #expect(reports.all.last?.outcome == .merged(writtenBy: 1))
    #expect(reports.all.last?.foundVersion == 2)
  }

  @Test func `Damage is reported once`() async throws {
    try disk.put(Data("damaged".utf8), at: "value.v3.store")
    let people = open(GuestV3.schema)
    await #expect(throws: StorageError.self) { try await people.value() }
    _ = try await people.value()

    let damage = StorageError.corrupt(
      file: "value.v3.store", damage: .foreign, quarantine: "value.v3.store.corrupt")
    #expect(reports.all == [expected(.failed(damage), nil, bytes: 0)])
  }

  @Test func `Damage to a file that was not needed is reported`() async throws {
    try await disk.one(GuestV2.schema).save(GuestV2(id: 1, handle: "Ada"))
    try await open(GuestV3.schema).save(GuestV3(id: 1, name: "Bo"))
    try disk.put(Data("damaged".utf8), at: "value.v2.store")

    #expect(try await open(GuestV3.schema).value()?.name == "Bo")

    #expect(
      reports.all.last?.setAside == [
        .corrupt(file: "value.v2.store", damage: .foreign, quarantine: "value.v2.store.corrupt")
      ])
    #expect(reports.all.last?.outcome == .current)
  }

  @Test func `A damaged cache is reported, and its value is absent`() async throws {
    let undecodable = storedFile(version: 3, payload: Data("1".utf8))
    let files: [(Data, Damage?)] = [
      (Data("damaged".utf8), .foreign), (undecodable, nil), (Data(), .length),
      (storedFile(version: 2, payload: Data()), .misplaced(owner: "value, version 2")),
    ]
    for (bytes, damage) in files {
      try disk.put(bytes, at: "caches/value.v3.store")
      #expect(try await open(GuestV3.schema, .cache).value() == nil)
      defer {
        do { try disk.remove("caches/value.v3.store.corrupt") } catch { Issue.record(error) }
      }

      let report = try #require(reports.all.last)
      guard case .corrupt(_, let told, "value.v3.store.corrupt")? = report.setAside.first else {
        Issue.record("\(report)")
        continue
      }
      #expect(damage == nil || told == damage)
      #expect(report.outcome == .failed(report.setAside[0]))
      #expect(try disk.bytes(at: "caches/value.v3.store.corrupt") == bytes)
    }
  }

  @Test(arguments: [StorageClass.critical, .cache])
  func `The intact elements of a damaged file are read, also if they cannot be written`(
    dataClass: StorageClass
  ) async throws {
    let notes = disk.many(StoredSchema(Note.self), .file("value"), dataClass)
    for id in 1...2 { try await notes.save(Note(id: id)) }
    let folder = dataClass.isWorthKeeping ? "" : "caches/"
    var bytes = try disk.bytes(at: "\(folder)value.v1.store")
    bytes[bytes.count - 1] ^= 1
    try disk.put(bytes, at: "\(folder)value.v1.store")
    try disk.obstruct("\(folder).value.v1.store.tmp")

    let next = launch().notes(.file("value"), dataClass)
    let damage = StorageError.corrupt(
      file: "value.v1.store", damage: .checksum, quarantine: "value.v1.store.corrupt")
    if dataClass.isWorthKeeping {
      await #expect(throws: damage) { try await next.elements() }
    }
    #expect(try await next.elements().map(\.id) == [1])
    if !dataClass.isWorthKeeping {
      #expect(reports.all.last?.setAside == [damage])
      #expect(reports.all.last?.outcome == .current)
    }
    #expect(try disk.bytes(at: "\(folder)value.v1.store.corrupt") == bytes)

    try disk.remove("\(folder).value.v1.store.tmp")
    try await next.save(Note(id: 3))
    #expect(
      try await disk.crashed().launch().notes(.file("value"), dataClass).elements().map(\.id)
        == [1, 3])
  }

  /// Starts the app again, with reports.
  private func launch() -> StorageDirectory {
    disk.launch().close()
    let directory = StorageDirectory(disk.url)
    directory.reportOpenings(measuredBy: clock) { [reports] in reports.add($0) }
    return directory
  }

  private func open<Value>(
    _ schema: StoredSchema<Value>, _ dataClass: StorageClass = .critical
  ) -> SingleRepository<Value> {
    SingleRepository(.file("value"), class: dataClass, schema: schema, in: launch())
  }

  private func expected(_ outcome: OpenReport.Outcome, _ found: Int?, bytes: Int) -> OpenReport {
    OpenReport(
      repository: "value", version: 3, foundVersion: found, bytes: bytes, duration: .seconds(1),
      outcome: outcome, setAside: [])
  }
}

/// A clock that advances by a second on every access.
private final class CountingClock: Clock {
  struct Instant: InstantProtocol {
    let offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
  }

  private let looks = Mutex(0)

  var now: Instant {
    looks.withLock { looks in
      looks += 1
      return Instant(offset: .seconds(looks))
    }
  }

  var minimumResolution: Duration { .seconds(1) }
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
