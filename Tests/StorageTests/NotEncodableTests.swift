import StorageTestSupport
import Testing

@testable import Storage

@Suite("A value that cannot be encoded", .temporaryDirectory)
struct NotEncodableTests {
  let disk = Disk()

  @Test("In a file it is refused, and the old value stays")
  func file() async throws {
    let repository = numbers(.file("value"))
    try await repository.save(1)

    let error = await #expect(throws: StorageError.self) { try await repository.save(.nan) }

    guard case .notEncodable(file: "value.v1.store", _)? = error else { throw try #require(error) }
    #expect(try await repository.value() == 1)
  }

  @Test("In memory it is kept as pending, and the file keeps the old value")
  func memory() async throws {
    let repository = numbers(.memoryBackedByFile("value"))
    try await repository.save(1)

    try await repository.save(.nan)

    #expect(try await repository.value()?.isNaN == true)
    let error = await #expect(throws: StorageError.self) { try await repository.flush() }
    guard case .notEncodable(file: "value.v1.store", _)? = error else { throw try #require(error) }
    #expect(repository.persistence == error.map(Persistence.pending))
    #expect(try await numbers(.file("value")).value() == 1)
  }

  @Test("An encodable value after it is persisted")
  func recovers() async throws {
    let repository = numbers(.memoryBackedByFile("value"))
    try await repository.save(.nan)

    try await repository.save(2)

    #expect(repository.persistence == .persisted)
    #expect(try await numbers(.file("value")).value() == 2)
  }

  private func numbers(_ location: Location) -> SingleRepository<Double> {
    SingleRepository(location, class: .critical, schema: Schema(Double.self), in: disk.directory)
  }
}
