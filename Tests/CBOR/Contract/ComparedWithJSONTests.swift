import CBOR
import CBORTestSupport
import Foundation
import Testing

/// Tests that generate types, values and evolutions, and compare with Foundation's JSON coders.
@Suite("CBOR: compared with JSON")
struct ComparedWithJSONTests {
  /// The number of generated types; each is also read as another release's type.
  static let count = 2_000

  @Test(arguments: 0..<20)
  func `A value of a generated type is decoded as from JSON`(part: Int) throws {
    for seed in part * Self.count / 20..<(part + 1) * Self.count / 20 {
      var numbers = SeededGenerator(seed: UInt64(seed))
      try compare(Samples.type(4, &numbers), &numbers)
    }
  }

  @Test(arguments: 0..<20)
  func `A value is decoded as another release's type as from JSON`(part: Int) throws {
    for seed in part * Self.count / 20..<(part + 1) * Self.count / 20 {
      var numbers = SeededGenerator(seed: UInt64(seed))
      let type = Samples.type(3, &numbers)
      try compare(type, with: type.other(&numbers), &numbers)
      try compare(Samples.leaf(&numbers), with: Samples.leaf(&numbers), &numbers)
      // The order of a set, which an array would show, differs in each process.
      if "\(type)".contains(/Set<|Dictionary<(Suit|UUID|Double|Int8)/) { continue }
      try compare(type, with: Samples.type(2, &numbers), &numbers)
    }
  }

  private func compare<T: Sample>(_ type: T.Type, _ numbers: inout SeededGenerator) throws {
    for _ in 0..<2 { try compare(T.sample(&numbers), as: T.self) }
  }

  private func compare<Old: Sample>(
    _ old: Old.Type, with new: any Sample.Type, _ numbers: inout SeededGenerator
  ) throws {
    for _ in 0..<2 { try compare(Old.sample(&numbers), as: new) }
  }

  private func compare<Old: Sample, New: Sample>(_ value: Old, as type: New.Type) throws {
    let json = Result { try JSONEncoder().encode([value]) }
    let cbor = Result { try CBOREncoder().encode([value]) }
    guard case .success(let document) = json else { return }
    let comment: Comment = "\(String(decoding: document, as: UTF8.self)) of \(Old.self) as \(type)"
    let bytes: Data
    do { bytes = try cbor.get() } catch {
      Issue.record("\(error): \(comment)")
      return
    }
    let wanted = Result { try JSONDecoder().decode([New].self, from: document) }
    let found = Result { try CBORDecoder().decode([New].self, from: bytes) }
    switch (wanted, found) {
    case (.success(let wanted), .success(let found)):
      #expect(found == wanted, comment)
      // Dictionaries and sets with another order have the same bytes.
      #expect(try CBOREncoder().encode(wanted) == CBOREncoder().encode(found), comment)
    case (.success, .failure(let error)): Issue.record("\(error): \(comment)")
    case (.failure(let wanted), .failure(let found)):
      // Which entry of a dictionary is decoded first differs in each process.
      if "\(type)".contains("Dictionary") { return }
      let (wanted, found) = (place(of: wanted), place(of: found))
      if let wanted { #expect(found == wanted, comment) }
    case (.failure, .success): break
    }
  }

  /// The kind of an error and its coding path; nil if JSON does not tell where a number does not fit.
  private func place(of error: any Error) -> String? {
    switch error as? DecodingError {
    case .typeMismatch(let type, let context)?:
      return "no \(type) at \(CodingPath.text(context.codingPath))"
    case .valueNotFound(_, let context)?: return "nil at \(CodingPath.text(context.codingPath))"
    case .keyNotFound(let key, let context)?:
      return "no \(key.stringValue) at \(CodingPath.text(context.codingPath))"
    case .dataCorrupted(let context)?:
      return context.codingPath.isEmpty
        ? nil : "corrupted at \(CodingPath.text(context.codingPath))"
    default: return "\(error)"
    }
  }
}
