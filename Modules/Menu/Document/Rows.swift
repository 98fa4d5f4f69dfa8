/// Rows of a document, of which one that cannot be read does not take the others with it.
struct Rows<Row: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  let rows: [Row]
  /// The positions of those that could not be read, and what is wrong with them.
  let unreadable: [Int: String]

  init(_ rows: [Row]) {
    self.rows = rows
    unreadable = [:]
  }

  init(from decoder: any Decoder) throws {
    do {
      rows = try [Row](from: decoder)
      unreadable = [:]
    } catch {
      // One by one is slower, and hardly ever needed.
      let attempts = try [Attempt](from: decoder)
      rows = attempts.compactMap(\.row)
      unreadable = Dictionary(
        uniqueKeysWithValues: attempts.enumerated().compactMap { position, attempt in
          attempt.flaw.map { (position, $0) }
        })
    }
  }

  func encode(to encoder: any Encoder) throws {
    try rows.encode(to: encoder)
  }

  /// What has come of reading one row.
  private struct Attempt: Decodable {
    var row: Row?
    var flaw: String?

    init(from decoder: any Decoder) throws {
      do {
        row = try Row(from: decoder)
      } catch {
        // A number that fits nowhere is told by an error of the decoder's own.
        flaw = (error as? DecodingError)?.flaw ?? "cannot be read"
      }
    }
  }
}

extension DecodingError {
  /// What is wrong, in words that are the same on every platform.
  var flaw: String {
    switch self {
    case .keyNotFound(let key, _): "has no \(key.stringValue)"
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.codingPath.last { $0.intValue == nil }.map { "cannot be read at \($0.stringValue)" }
        ?? "cannot be read"
    @unknown default: "cannot be read"
    }
  }
}
