import Foundation
import Testing

@testable import CBOR

/// The Swift half of `cross_check.py`, whose header documents how to run both.
///
/// An independent implementation, Python's `cbor2`, writes documents in its canonical form, the
/// same documents with indefinite lengths and long heads, and their values as JSON. All of them
/// must decode to equal values. The encoding here must equal the canonical form byte by byte.
@Suite("CBOR: against another implementation")
struct CBORCrossCheckTests {
  static let directory = ProcessInfo.processInfo.environment["CBOR_CROSS_CHECK"]

  /// A document with its fields in the canonical order of keys: by length, then alphabetically.
  struct Document: Codable, Equatable {
    var id: Int64
    var url: URL
    var blob: Data
    var date: Date
    var list: [Int?]
    var name: String
    var uuid: UUID
    var child: [Child]
    var ratio: Double
    var scores: [String: Double]
    var optional: String?
  }

  struct Child: Codable, Equatable {
    var on: Bool
    var big: UInt64
  }

  @Test(.enabled(if: directory != nil))
  func `Both implementations write and read the same documents`() throws {
    let directory = URL(filePath: try #require(Self.directory), directoryHint: .isDirectory)
    let fromJSON = JSONDecoder()
    fromJSON.dateDecodingStrategy = .secondsSince1970
    let values = try fromJSON.decode(
      [Document].self, from: Data(contentsOf: directory.appending(path: "values.json")))
    try #require(values.count >= 100)

    for (index, value) in values.enumerated() {
      let canonical = try Data(contentsOf: directory.appending(path: "canonical-\(index).cbor"))
      let loose = try Data(contentsOf: directory.appending(path: "loose-\(index).cbor"))
      #expect(try CBORDecoder().decode(Document.self, from: canonical) == value)
      #expect(try CBORDecoder().decode(Document.self, from: loose) == value)
      #expect(try CBOREncoder().encode(value) == canonical)
      try CBOREncoder().encode(value).write(to: directory.appending(path: "swift-\(index).cbor"))
    }
  }
}
