#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FileInspection {
  func text(named name: String) -> String {
    let (word, damage) = state.words
    return JSONText.object([
      ("file", JSONText.string(name)),
      ("state", JSONText.string(word)),
      ("damage", damage.map(JSONText.string) ?? JSONText.null),
      ("format", JSONText.number(format)),
      ("schemaVersion", JSONText.number(schemaVersion)),
      ("size", JSONText.number(size)),
      ("records", JSONText.number(records)),
      ("lastSequence", JSONText.number(lastSequence)),
      ("lastWrite", JSONText.number(lastWrite)),
      ("kind", (kind?.rawValue).map(JSONText.string) ?? JSONText.null),
      ("content", content.map(JSONText.indented) ?? JSONText.null),
    ])
  }

  /// Returns the records of a collection as JSON, or `nil` if that would exceed ``CBORJSON/longest``.
  ///
  /// The first record may contain the whole collection; each later record contains changes.
  static func text(of records: [Record]) throws(DecodingFailure) -> String? {
    var room = CBORJSON.longest
    var writes: [String] = []
    for record in records {
      var parts: [String] = []
      for part in try CollectionPart.all(in: record.payload) {
        let (key, bytes) =
          switch part {
          case .saved(let bytes): ("saved", bytes)
          case .removed(let id): ("removed", id)
          }
        guard let text = try CBORJSON.text(of: bytes, level: 4, room: &room) else { return nil }
        parts.append(JSONText.object([(key, text)], level: 3))
      }
      writes.append(
        JSONText.object(
          [
            ("sequence", JSONText.number(record.sequence)),
            ("changes", JSONText.array(parts, level: 2)),
          ], level: 1))
    }
    return JSONText.array(writes)
  }
}

extension FileInspection.State {
  /// The name of this state in JSON, and a description of the damage, if there is any.
  ///
  /// Scripts read the JSON, so the name of a state must not change.
  fileprivate var words: (state: String, damage: String?) {
    switch self {
    case .intact: ("intact", nil)
    case .cutOff: ("cut-off", nil)
    case .damaged(let damage): ("damaged", "\(damage)")
    case .newerFormat: ("newer-format", nil)
    }
  }
}
