import CBORTestSupport
import Foundation
import Storage
import StorageTestSupport
import Testing

/// Values of generated types, compared with Foundation's JSON coders.
@Suite(.temporaryDirectory) struct GeneratedTypesTests {
  private struct Item<Value: Sample>: Codable, Identifiable {
    var id = 1
    var value: Value
  }

  /// The number of types; `GENERATED_TYPES=3000` is the number before a release.
  static let count =
    ProcessInfo.processInfo.environment["GENERATED_TYPES"].flatMap { Int($0) } ?? 300

  private let launches = Launches()

  @Test(arguments: 0..<10)
  func `A value of a generated type is read after a restart as from JSON, also as another type`(
    part: Int
  ) async throws {
    for seed in part * Self.count / 10..<(part + 1) * Self.count / 10 {
      var numbers = SeededGenerator(seed: UInt64(seed))
      let type = Samples.type(3, &numbers)
      let other = type.other(&numbers)
      let value: any Sample = type.sample(&numbers)
      try await store(value, seed, thenAs: other)
    }
  }

  private func store<Value: Sample>(
    _ value: Value, _ name: Int, thenAs other: any Sample.Type
  ) async throws {
    let item = Item(value: value)
    let json = try JSONEncoder().encode(item)
    let (single, collection) = repositories(name, Value.self)
    do {
      try await single.save(item)
      try await collection.update { $0 = IdentifiedArray([item]) }
    } catch {
      // Some types cannot decode what they encode.
      guard case .notEncodable = error else { throw error }
      #expect(throws: DecodingError.self, "\(error)") {
        try JSONDecoder().decode(Item<Value>.self, from: json)
      }
      return
    }
    try await read(json, name, as: Value.self)
    try await read(json, name, as: other)
  }

  /// Restarts, and expects what JSON decodes; where JSON fails, an error suffices.
  private func read<Value: Sample>(
    _ json: Data, _ name: Int, as type: Value.Type
  ) async throws {
    let (single, collection) = repositories(name, type)
    let wanted = Result { try JSONDecoder().decode(Item<Value>.self, from: json).value }
    do {
      let found = (try await single.value(), try await collection.element(1))
      guard case .success(let wanted) = wanted else { return }
      let comment: Comment = "\(String(decoding: json, as: UTF8.self)) as \(type)"
      #expect(found.0?.value == wanted && found.1?.value == wanted, comment)
    } catch {
      if case .success = wanted { throw error }
    }
  }

  private func repositories<Value: Sample>(
    _ name: Int, _ type: Value.Type
  ) -> (SingleRepository<Item<Value>>, CollectionRepository<Item<Value>>) {
    let directory = launches.next(in: TemporaryDirectory.url.appending(path: "\(name)"))
    let schema = StoredSchema(Item<Value>.self)
    return (
      SingleRepository(.file("value"), class: .userState, schema: schema, in: directory),
      CollectionRepository(.file("values"), class: .userState, schema: schema, in: directory)
    )
  }
}
