import StorageTestSupport
import Testing

@testable import Storage

@Suite("Values that cannot be encoded", .temporaryDirectory)
struct NotEncodableTests {
  let disk = Disk()

  /// A number that throws an error when NaN is encoded.
  struct Number: Codable, Sendable, Equatable {
    var value: Double

    func encode(to encoder: any Encoder) throws {
      guard !value.isNaN else {
        throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "NaN"))
      }
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }

    init(_ value: Double) { self.value = value }

    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Double.self)
    }
  }

  @Test func `A value in a file is rejected, and the old value stays`() async throws {
    let repository = numbers(.file("value"))
    try await repository.save(Number(1))

    let error = await #expect(throws: StorageError.self) { try await repository.save(Number(.nan)) }

    guard case .notEncodable(file: "value.v1.store", _)? = error else { throw try #require(error) }
    #expect(try await repository.value() == Number(1))
  }

  @Test func `A value in memory is pending until the next one that can be encoded`() async throws {
    let repository = numbers(.memoryBackedByFile("value"))
    try await repository.save(Number(1))

    try await repository.save(Number(.nan))

    #expect(try await repository.value()?.value.isNaN == true)
    let error = await #expect(throws: StorageError.self) { try await repository.flush() }
    guard case .notEncodable(file: "value.v1.store", _)? = error else { throw try #require(error) }
    #expect(try await disk.crashed().one(StoredSchema(Number.self)).value() == Number(1))
    #expect(repository.writeStatus == error.map(WriteStatus.failed))
    try await repository.save(Number(2))
    #expect(repository.writeStatus == .written)
    #expect(try await numbers(.file("value")).value() == Number(2))
  }

  private func numbers(_ location: StorageLocation) -> SingleRepository<Number> {
    SingleRepository(
      location, class: .critical, schema: StoredSchema(Number.self), in: disk.launch())
  }
}
