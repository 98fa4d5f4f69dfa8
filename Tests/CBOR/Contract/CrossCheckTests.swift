import CBOR
import Foundation
import Testing

/// The Swift half of `cross_check.py`, whose header documents how to run both.
///
/// An independent implementation, Python's `cbor2`, writes documents in its canonical form, the same
/// documents with long heads, and their values as JSON. All of them must decode to equal values. The
/// encoding here must equal the canonical form byte by byte.
@Suite("CBOR: against another implementation")
struct CrossCheckTests {
  static let directory = ProcessInfo.processInfo.environment["CBOR_CROSS_CHECK"]

  struct Document: Codable, Equatable {
    var id: Int64
    var url: URL
    var blob: Data
    var date: Date
    var huge: Int128
    var list: [Int?]
    var name: String
    var uuid: UUID
    var child: [Child]
    var price: Decimal
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
    let values = try JSONDecoder().decode(
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
