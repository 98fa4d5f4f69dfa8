#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ValueCoding where Value: Identifiable, Value.ID: Codable & Sendable {
  /// The coding of a whole collection.
  ///
  /// Each element is encoded separately, so that it can be migrated, written and merged separately. An
  /// element has the same ID in all versions.
  var ofCollection: ValueCoding<IdentifiedArray<Value>> {
    ValueCoding<IdentifiedArray<Value>>(
      steps: steps,
      encode: { elements, wanted in
        try whole(elements, in: wanted)
      },
      decode: { payload, stored throws(DecodingFailure) in
        let bounds = try CollectionPart.bounds(in: payload)
        let count = bounds.count - 1
        return try ParallelChunks(of: count).reduce(into: ElementReplay(minimumCapacity: count)) {
          places throws(DecodingFailure) -> ElementReplay<Value>.Changes in
          // The bytes are copied, because threads that share a buffer would contend for its reference
          // count.
          let piece = Data(payload[bounds[places.lowerBound]..<bounds[places.upperBound]])
          return try changes(in: piece, of: stored)
        } take: { replay, changes, _ in
          replay.take(changes)
        }.finish()
      },
      merge: { kept, payload, stored, told throws(DecodingFailure) in
        try merged(kept, with: payload, of: stored, told: told)
      },
      changes: ChangeCoding(
        encode: { elements, wanted in
          guard !elements.needsFullWrite else { return nil }
          return try changes(of: elements, in: wanted)
        },
        count: { $0.counts },
        markAsWritten: { elements, written in elements.markAsWritten(written) }))
  }

  private func changes(
    in payload: Data, of version: Int
  ) throws(DecodingFailure) -> ElementReplay<Value>.Changes {
    let parts = try CollectionPart.all(in: payload)
    var saved: [Value] = []
    saved.reserveCapacity(parts.count)
    var removed: [(behind: Int, id: Value.ID)] = []
    for part in parts {
      switch part {
      case .saved(let bytes): saved.append(try decoded(bytes, version))
      case .removed(let id):
        removed.append((saved.count, try Payload.decode(Value.ID.self, from: id)))
      }
    }
    return ElementReplay.Changes(saved: saved, removed: removed)
  }

  private func decoded(_ bytes: Data, _ version: Int) throws(DecodingFailure) -> Value {
    try decode(bytes, version)
  }

  /// Returns the changes since the last write, encoded as ``CollectionPart`` values, the oldest first.
  ///
  /// `wanted` is the schema version of the payload. The result is `nil` if an element cannot be
  /// converted to that version.
  private func changes(
    of elements: IdentifiedArray<Value>, in wanted: Int
  ) throws -> Data? {
    var payload = Data()
    for touch in elements.changed {
      if touch.isRemoval, touch.before != nil {
        CollectionPart.removed(try Payload.encode(touch.id)).append(to: &payload)
      }
      guard let now = elements[id: touch.id] else { continue }
      guard let bytes = try encode(now, wanted) else { return nil }
      // An element whose encoding is unchanged is not written again.
      if let before = touch.before, !touch.isRemoval, try encode(before, wanted) == bytes {
        continue
      }
      CollectionPart.saved(bytes).append(to: &payload)
    }
    return payload
  }

  private func whole(_ elements: IdentifiedArray<Value>, in wanted: Int) throws -> Data? {
    var payload = Data()
    for element in elements {
      guard let bytes = try encode(element, wanted) else { return nil }
      CollectionPart.saved(bytes).append(to: &payload)
    }
    return payload
  }

  private func merged(
    _ kept: IdentifiedArray<Value>, with payload: Data, of version: Int, told: Int?
  ) throws(DecodingFailure) -> IdentifiedArray<Value> {
    var last: [Value.ID: (place: Int, bytes: Data)] = [:]
    var order: [Value.ID] = []
    for part in try CollectionPart.all(in: payload) {
      switch part {
      case .saved(let bytes):
        let id = try decoded(bytes, version).id
        let place = last[id]?.place ?? order.count
        if place == order.count { order.append(id) }
        last[id] = (place, bytes)
      case .removed(let bytes):
        let id = try Payload.decode(Value.ID.self, from: bytes)
        last[id] = nil
      }
    }

    var merged = kept
    for (place, id) in order.enumerated() {
      // An element that was removed and saved again is in `order` twice; only the last place counts.
      guard let (current, bytes) = last[id], current == place else { continue }
      if let known = kept[id: id] {
        guard !isUnchanged(known, as: bytes, in: version) else { continue }
        merged.save(try merge(known, bytes, version, told))
      } else {
        merged.save(try decoded(bytes, version))
      }
    }
    // The earlier release has removed each element that it had read and that its file now lacks. If
    // `told` is `nil`, the earlier release had read no element, and so has removed none.
    guard let told else { return merged }
    merged.removeAll { last[$0.id] == nil && isKnown($0, in: told) }
    return merged
  }

  /// Whether `bytes` from the earlier release's file equal the element's encoding in `version`.
  private func isUnchanged(_ element: Value, as bytes: Data, in version: Int) -> Bool {
    do { return try encode(element, version) == bytes } catch { return false }
  }

  /// Whether the file of an earlier version can contain an element, which requires that the element can
  /// be converted to that version.
  private func isKnown(_ element: Value, in version: Int) -> Bool {
    do { return try encode(element, version) != nil } catch { return false }
  }
}

/// The rule for when the file of a collection is rewritten instead of appended to.
enum Compaction {
  /// Whether the file has to be rewritten as a whole, because it would contain too many changes.
  ///
  /// The limit is 1.5 changes per element. A rewritten file has one change per element, so at the limit
  /// about a third of the changes are obsolete.
  ///
  /// A file of at most 256 KiB may have 64 more changes, so that a small collection is rewritten less
  /// often. In a larger file, the changes may be large, and 64 more of them would take too long to read.
  ///
  /// `changes` is the number of changes that the file would contain. `parts` is the number of elements.
  /// `size` is the size of the file in bytes; 0 if the size is unknown.
  static func isDue(changes: Int, parts: Int, size: Int = 0) -> Bool {
    changes > parts + parts / 2 + (size > 256 << 10 ? 0 : 64)
  }
}
