import Foundation
import Synchronization
import Testing

@testable import Storage

@Suite("The cost of a merge")
struct MergeCostTests {
  @Test func `The cost of merging removals is linear in the number of elements`() throws {
    let count = 1_000
    let all = (0..<count).map { Counted(id: CountedID(number: $0)) }
    var kept = IdentifiedArray(all)
    kept.markAsWritten(kept)
    var payload = Data()
    for element in all { CollectionPart.saved(try Payload.encode(element)).append(to: &payload) }
    for element in all.prefix(count / 2) {
      CollectionPart.removed(try Payload.encode(element.id)).append(to: &payload)
    }
    // An element that is removed and saved again is at the end.
    CollectionPart.saved(try Payload.encode(all[0])).append(to: &payload)
    let coding = StoredSchema(Counted.self).step("no change", up: { $0 }, down: { $0 }).coding
    let before = CountedID.uses.load(ordering: .relaxed)

    let merged = try coding.ofCollection.merge(kept, payload, 1, 1)

    #expect(CountedID.uses.load(ordering: .relaxed) - before < 30 * count)
    #expect(merged.map(\.id.number) == [0] + (count / 2..<count))
    #expect(merged.touched.count == count / 2 - 1)
    for element in all.suffix(count / 2) { #expect(merged[id: element.id]?.id == element.id) }
  }
}

private struct Counted: Codable, Identifiable, Sendable {
  let id: CountedID
}

/// An ID that counts its comparisons and hash computations.
private struct CountedID: Hashable, Codable, Sendable {
  static let uses = Atomic(0)
  let number: Int

  static func == (first: Self, second: Self) -> Bool {
    uses.add(1, ordering: .relaxed)
    return first.number == second.number
  }

  func hash(into hasher: inout Hasher) {
    Self.uses.add(1, ordering: .relaxed)
    hasher.combine(number)
  }
}
