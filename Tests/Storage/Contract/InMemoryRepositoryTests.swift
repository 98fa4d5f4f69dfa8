import Storage
import Testing

@Suite("A repository in memory")
struct InMemoryRepositoryTests {
  /// A value with a function, which is never `Codable`; that the test compiles is half of the proof.
  private struct Step: Identifiable, Sendable {
    let id: Int
    let run: @Sendable () -> Int
  }

  @Test func `Values in memory need not be Codable`() async throws {
    let one = SingleRepository<Step>(inMemory: Step(id: 1) { 10 })
    let many = CollectionRepository<Step>(inMemory: [Step(id: 1) { 10 }])

    try await one.save(Step(id: 2) { 20 })
    try await many.save(Step(id: 2) { 20 })

    #expect(try await one.value()?.run() == 20)
    #expect(try await many.elements().map { $0.run() } == [10, 20])
  }

  @Test func `A repository in memory has its initial values`() async throws {
    #expect(try await SingleRepository(inMemory: 1).value() == 1)
    #expect(try await CollectionRepository(inMemory: [Step(id: 1) { 10 }]).element(1)?.run() == 10)
  }
}
