/// Rows of a document, of which one that cannot be read does not take the others with it.
struct Rows<Row: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  var rows: [Row]
  /// The positions of those that could not be read, and what is wrong with them.
  let unreadable: [Int: String]

  init(_ rows: [Row]) {
    self.rows = rows
    unreadable = [:]
  }

  init(from decoder: any Decoder) throws {
    // As one value: element by element takes twice as long.
    let container = try decoder.singleValueContainer()
    do {
      rows = try container.decode([Row].self)
      unreadable = [:]
    } catch {
      let attempts = try container.decode([Attempt].self)
      rows = attempts.compactMap(\.row)
      unreadable = Dictionary(
        uniqueKeysWithValues: attempts.enumerated().compactMap { position, attempt in
          attempt.flaw.map { (position, $0) }
        })
    }
  }

  /// Writes the rows as they came, and what is wrong with a row in the place of one that could not
  /// be read, so that it is told after a restart too.
  func encode(to encoder: any Encoder) throws {
    guard !unreadable.isEmpty else {
      var container = encoder.singleValueContainer()
      return try container.encode(rows)
    }
    var container = encoder.unkeyedContainer()
    var readable = rows[...]
    for position in 0..<(rows.count + unreadable.count) {
      if let flaw = unreadable[position] {
        try container.encode(UnreadableRow(unreadable: flaw))
      } else if let row = readable.popFirst() {
        try container.encode(row)
      }
    }
  }

  /// What has come of reading one row.
  private struct Attempt: Decodable {
    var row: Row?
    var flaw: String?

    init(from decoder: any Decoder) throws {
      do {
        row = try Row(from: decoder)
      } catch {
        do {
          flaw = try UnreadableRow(from: decoder).unreadable
        } catch _ {
          // A number that fits nowhere is told by an error of the decoder's own.
          flaw = (error as? DecodingError)?.flaw ?? "cannot be read"
        }
      }
    }
  }
}

/// What is kept of a row that could not be read.
private struct UnreadableRow: Codable {
  let unreadable: String
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
