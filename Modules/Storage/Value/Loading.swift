/// The elements of a file, and those that this release cannot read.
struct Loaded<Element: Identifiable> {
  var elements = IdentifiedArray<Element>()
  var unreadable: [(id: [UInt8], failure: DecodingFailure)] = []
}

extension Loaded: Sendable where Element: Sendable, Element.ID: Sendable {}

/// The bytes of an element that is to be decoded: a record of a log, or a change that is not in it yet.
enum Record: Sendable {
  case stored(slot: Int, LogContents)
  case change(id: [UInt8], StoredBytes)
  /// An element that was removed.
  case none

  init(slot: Int, contents: LogContents) { self = .stored(slot: slot, contents) }

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
    var records = slots.map { Record(slot: $0, contents: contents) }
    if !changes.isEmpty { Record.apply(changes, to: &records, log.index) }
    return decodeAll(records)
  }

  private func decodeAll(_ records: [Record]) -> Loaded<Element> {
    ParallelChunks(of: records.count).reduce(into: Loaded<Element>()) { places in
      places.map { decode(records[$0]) }
    } take: { loaded, decoded, _ in
      for result in decoded {
        switch result {
        case .success(let element): loaded.elements.save(element)
        case .failure(let unreadable): loaded.unreadable.append((unreadable.id, unreadable.failure))
        case nil: continue
        }
      }
    }
  }

  private struct Unreadable: Error {
    let id: [UInt8]
    let failure: DecodingFailure
  }

  /// Decodes an element; returns `nil` if it was removed.
  private func decode(_ record: Record) -> Result<Element, Unreadable>? {
    let id: [UInt8]
    let value: StoredBytes?
    switch record {
    case .none: return nil
    case .change(let changed, let bytes): (id, value) = (changed, bytes)
    case .stored(let slot, let contents):
      id = contents.index.id(of: slot)
      value = contents.record(slot)?.value
    }
    return Result { () throws(Unreadable) in
      do throws(DecodingFailure) {
        guard let value else { throw .undecodable("wrong checksum") }
        return try decode(value, id)
      } catch {
        throw Unreadable(id: id, failure: error)
      }
    }
  }
}
