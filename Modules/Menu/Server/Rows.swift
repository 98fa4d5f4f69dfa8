/// The rows of a table, except the rows that cannot be decoded.
///
/// `Row` has no requirements, because a process would search for the conformances of each kind of row
/// at its first use. This takes a twentieth of the processor time of a launch.
struct Rows<Row> {
  var rows: [Row]
  /// The positions of rows that cannot be decoded, with the reasons.
  let unreadable: [Int: String]

  init(_ rows: [Row]) {
    self.rows = rows
    unreadable = [:]
  }
}

extension Rows: Equatable where Row: Equatable {}
extension Rows: Sendable where Row: Sendable {}

extension Rows: Decodable where Row: Decodable {
  init(from decoder: any Decoder) throws {
    // Decoding the array as one value takes half the time of decoding each element separately.
    // Therefore the elements are decoded separately only if one of them cannot be decoded.
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

  /// Result of decoding one row.
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
          // A number that is too large for any integer type causes an error that is not a
          // `DecodingError`, and so has no description.
          flaw = (error as? DecodingError)?.flaw ?? "cannot be read"
        }
      }
    }
  }
}

extension Rows: Encodable where Row: Encodable {
  /// Encodes the rows; a row that could not be decoded is replaced by the reason of the failure.
  ///
  /// After a restart of the app, the reasons are decoded with the stored rows, and can be reported
  /// again.
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
}

/// The value that is stored in place of a row that cannot be decoded: the reason of the failure.
private struct UnreadableRow: Codable {
  let unreadable: String
}

extension DecodingError {
  /// A description of the error, with the same text on every platform.
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
