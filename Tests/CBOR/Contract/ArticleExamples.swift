import CBOR
import Foundation
import Testing

/// The listings of the documentation.
@Suite("CBOR: the examples of the articles")
struct ArticleExamples {
  nonisolated struct Note: Codable, Equatable {
    var text: String
  }

  @Test func `A value survives both directions`() throws {
    let note = Note(text: "ring twice")
    let data = try CBOREncoder().encode(note)
    let copy = try CBORDecoder().decode(Note.self, from: data)
    #expect(copy == note)
  }
}
