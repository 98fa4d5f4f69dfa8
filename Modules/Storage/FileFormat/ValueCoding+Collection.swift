#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ValueCoding where Value: Identifiable, Value.ID: Codable & Sendable {
  /// The coding of a whole collection.
  ///
  /// Elements stay apart on disk, so that each takes the schema's steps, is written, and is merged
  /// with what an earlier release made of it, by itself. Identities are the same in all versions.
  var ofCollection: ValueCoding<IdentifiedArray<Value>> {
    ValueCoding<IdentifiedArray<Value>>(
      version: version,
      encode: { elements, wanted in
        try parts(of: elements, elements.map(\.id), in: wanted)
      },
      decode: { payload, stored throws(DecodingFailure) in
        var elements = IdentifiedArray<Value>()
        for part in try CollectionPart.all(in: payload) {
          switch part {
          case .saved(let bytes): elements.save(try decode(bytes, stored))
          case .removed(let id): elements.remove(try Payload.decode(Value.ID.self, from: id))
          }
        }
        return elements
      },
      merge: { kept, payload, stored, knewKept throws(DecodingFailure) in
        try merged(kept, with: payload, of: stored, knewKept: knewKept)
      },
      changes: ChangeCoding(
        encode: { elements, wanted in
          guard !elements.isForeign else { return nil }
          return try parts(of: elements, elements.touched, in: wanted)
        },
        count: { ($0.touched.count, $0.count) },
        settle: { elements, written in elements.settle(written) }))
  }

  private func parts(
    of elements: IdentifiedArray<Value>, _ ids: [Value.ID], in version: Int
  ) throws -> Data? {
    var payload = Data()
    for id in ids {
      if let element = elements[id: id] {
        guard let bytes = try encode(element, version) else { return nil }
        CollectionPart.saved(bytes).append(to: &payload)
      } else {
        CollectionPart.removed(try Payload.encode(id)).append(to: &payload)
      }
    }
    return payload
  }

  private func merged(
    _ kept: IdentifiedArray<Value>, with payload: Data, of version: Int, knewKept: Bool
  ) throws(DecodingFailure) -> IdentifiedArray<Value> {
    var last: [Value.ID: Data] = [:]
    var order: [Value.ID] = []
    for part in try CollectionPart.all(in: payload) {
      switch part {
      case .saved(let bytes):
        let id = try decode(bytes, version).id
        if last.updateValue(bytes, forKey: id) == nil { order.append(id) }
      case .removed(let bytes):
        let id = try Payload.decode(Value.ID.self, from: bytes)
        last[id] = nil
        order.removeAll { $0 == id }
      }
    }

    var merged = kept
    for id in order {
      guard let bytes = last[id] else { continue }
      if let known = kept[id: id] {
        guard !isUnchanged(known, as: bytes, in: version) else { continue }
        merged.save(try merge(known, bytes, version, knewKept))
      } else {
        merged.save(try decode(bytes, version))
      }
    }
    // What is missing there was removed, if it had been there.
    for element in kept where knewKept && last[element.id] == nil {
      if isKnown(element, in: version) { merged.remove(element.id) }
    }
    return merged
  }

  /// Whether that release has left an element as it was told.
  private func isUnchanged(_ element: Value, as bytes: Data, in version: Int) -> Bool {
    do { return try encode(element, version) == bytes } catch { return false }
  }

  /// Whether an element was told to the release of that version.
  private func isKnown(_ element: Value, in version: Int) -> Bool {
    do { return try encode(element, version) != nil } catch { return false }
  }
}
