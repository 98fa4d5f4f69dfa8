/// The elements of a file, and those that this release cannot read.
struct Loaded<Element: Identifiable> {
  var elements = IdentifiedArray<Element>()
  var unreadable: [(id: [UInt8], failure: DecodingFailure)] = []
}

extension Loaded: Sendable where Element: Sendable, Element.ID: Sendable {}

/// An element that is to be decoded: a record of a log, or a change that is not in it yet.
enum Record: Sendable {
  case stored(slot: Int)
  case change(id: [UInt8], StoredBytes)
  /// An element that was removed.
  case none

  /// The ID and the bytes, which are `nil` if they are damaged; `nil` for a removed element.
  fileprivate func bytes(in contents: LogContents) -> (id: [UInt8], value: StoredBytes?)? {
    switch self {
    case .none: nil
    case .change(let id, let bytes): (id, bytes)
    case .stored(let slot): (contents.index.id(of: slot), contents.record(slot)?.value)
    }
  }

  /// Applies changes to the records of a log, in order.
  static func apply(_ changes: [LogChange], to records: inout [Record], _ index: LogIndex) {
    var places: [[UInt8]: Int] = [:]
    for (place, slot) in index.liveSlots.enumerated() { places[index.id(of: slot)] = place }
    for change in changes {
      switch change {
      case .seen: continue
      case .cleared: (records, places) = ([], [:])
      case .removed(let id, _):
        if let place = places.removeValue(forKey: id) { records[place] = .none }
      case .saved(let id, let value, _):
        if let place = places[id] {
          records[place] = .change(id: id, value)
        } else {
          places[id] = records.count
          records.append(.change(id: id, value))
        }
      }
    }
  }
}

extension ElementCoding {
  /// Decodes the elements of a log, on all cores, as they are after changes that are not in it yet.
  ///
  /// Elements with a sequence number up to `mark` are left out.
  func load(
    _ log: Log, after mark: UInt64 = 0, applying changes: [LogChange] = []
  ) throws(StorageError) -> Loaded<Element> {
    let contents = try reading { () throws(SystemFailure) in try log.contents() }
    var slots = log.index.liveSlots
    if mark > 0 { slots = slots.filter { contents.record($0)?.head.sequence ?? 0 > mark } }
    var records = slots.map { Record.stored(slot: $0) }
    if !changes.isEmpty { Record.apply(changes, to: &records, log.index) }
    let chunks = inChunks(of: records.count) { [records] places in
      decode(places.compactMap { records[$0].bytes(in: contents) })
    }
    return Loaded(
      elements: IdentifiedArray(chunks.flatMap(\.elements)),
      unreadable: chunks.flatMap(\.unreadable))
  }

  private struct Decoded: Sendable {
    var elements: [Element] = []
    var unreadable: [(id: [UInt8], failure: DecodingFailure)] = []
  }

  /// Decodes elements together, or if that fails each by itself.
  private func decode(_ chunk: [(id: [UInt8], value: StoredBytes?)]) -> Decoded {
    if let elements = together(chunk) { return Decoded(elements: elements) }
    var decoded = Decoded()
    for (id, value) in chunk {
      do throws(DecodingFailure) {
        guard let value else { throw .undecodable("wrong checksum") }
        decoded.elements.append(try decode(value, id))
      } catch {
        decoded.unreadable.append((id, error))
      }
    }
    return decoded
  }

  private func together(_ chunk: [(id: [UInt8], value: StoredBytes?)]) -> [Element]? {
    let values = chunk.compactMap { $0.value }
    guard values.count == chunk.count, let elements = shape.decodeAll(values),
      let ids = ValueCoder.decodeAll(Element.ID.self, from: chunk.map { $0.id[...] })
    else { return nil }
    for (index, element) in elements.enumerated() where element.id != ids[index] { return nil }
    return elements
  }
}
