import Storage
import StorageTestSupport
import Testing

@Suite struct InMemoryDirectoryTests {
  @Test(arguments: [StorageLocation.file("note"), .memoryBackedByFile("note")])
  func `A value of an in-memory directory outlives its repository`(
    location: StorageLocation
  ) async throws {
    let directory = StorageDirectory.inMemory()
    do {
      let first = directory.text(location)
      try await first.save("milk")
      #expect(first.writeStatus == .inMemory)
    }
    #expect(try await directory.text(location).value() == "milk")
  }

  @Test func `A reopened directory has the values, and the one before is refused`() async throws {
    let directory = StorageDirectory.inMemory()
    let before = directory.text(.file("note"))
    try await before.save("milk")
    let after = directory.reopened().text(.file("note"))
    #expect(try await after.value() == "milk")
    await #expect(throws: StorageError.closed("note")) { try await before.save("bread") }
    await #expect(throws: StorageError.closed("note")) { try await before.value() }
    await #expect(throws: StorageError.closed("note")) { try await before.flush() }
    #expect(try await after.value() == "milk")
  }

  @Test func `A second repository of a name is refused without files too`() async throws {
    let directory = StorageDirectory.inMemory()
    let first = directory.text(.memoryBackedByFile("note"))
    try await first.save("milk")
    let second = directory.text(.memoryBackedByFile("note"))
    await #expect(throws: StorageError.inUse("note")) { try await second.save("bread") }
    #expect(try await first.value() == "milk")
  }

  @Test func `Two in-memory directories share nothing`() async throws {
    try await StorageDirectory.inMemory().text(.file("note")).save("milk")
    #expect(try await StorageDirectory.inMemory().text(.file("note")).value() == nil)
  }

  // MARK: - A repository in memory

  /// A value with a function, which is never `Codable`; that the test compiles is half of the proof.
  private struct Step: Identifiable, Sendable {
    let id: Int
    let run: @Sendable () -> Int
  }

  @Test func `Values in memory need not be Codable`() async throws {
    let one = SingleRepository<Step>(inMemory: Step(id: 1) { 10 })
    let many = CollectionRepository<Step>(inMemory: [Step(id: 1) { 10 }])
    #expect(try await one.value()?.run() == 10)

    try await one.save(Step(id: 2) { 20 })
    try await many.save(Step(id: 2) { 20 })

    #expect(try await one.value()?.run() == 20)
    #expect(try await many.elements().map { $0.run() } == [10, 20])
    #expect(one.writeStatus == .inMemory && many.writeStatus == .inMemory)
  }
}
