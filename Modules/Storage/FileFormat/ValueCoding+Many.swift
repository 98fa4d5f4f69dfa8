#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ValueCoding where Value: Identifiable, Value.ID: Sendable {
  /// The coding of a whole collection: each element's payload after its length, end to end.
  ///
  /// Elements stay apart on disk, so that each takes the schema's steps, and is merged with what an
  /// earlier release made of it, by itself.
  var ofMany: ValueCoding<IdentifiedArray<Value>> {
    ValueCoding<IdentifiedArray<Value>>(
      version: version,
      encode: { elements, wanted in
        var payload = Data()
        for element in elements {
          guard let bytes = try encode(element, wanted) else { return nil }
          payload.append(littleEndian: UInt32(bytes.count))
          payload.append(bytes)
        }
        return payload
      },
      decode: { payload, stored throws(DecodingFailure) in
        IdentifiedArray(
          try Self.parts(of: payload).map { part throws(DecodingFailure) in
            try decode(part, stored)
          })
      },
      merge: { kept, payload, stored, knewKept throws(DecodingFailure) in
        var merged = kept
        var returned: Set<Value.ID> = []
        for part in try Self.parts(of: payload) {
          let element = try decode(part, stored)
          returned.insert(element.id)
          let known = kept[id: element.id]
          merged.save(
            try known.map { known throws(DecodingFailure) in
              try merge(known, part, stored, knewKept)
            } ?? element)
        }
        // What is missing there was removed, if it had been there.
        for element in kept where knewKept && !returned.contains(element.id) {
          if isKnown(element, in: stored) { merged.remove(element.id) }
        }
        return merged
      })
  }

  /// Whether an element was told to the release of that version.
  private func isKnown(_ element: Value, in version: Int) -> Bool {
    do { return try encode(element, version) != nil } catch { return false }
  }

  private static func parts(of payload: Data) throws(DecodingFailure) -> [Data] {
    var parts: [Data] = []
    var rest = payload
    while !rest.isEmpty {
      guard let length: UInt32 = rest.popLittleEndian(), rest.count >= length else {
        throw .undecodable("element \(parts.count): cut short")
      }
      parts.append(Data(rest.prefix(Int(length))))
      rest = rest.dropFirst(Int(length))
    }
    return parts
  }
}
