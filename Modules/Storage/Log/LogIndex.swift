/// The place of each element in a log, found by the bytes of its id.
///
/// Slots are in insertion order. A removed element leaves a dead slot, so that nothing is renumbered;
/// the next compaction drops dead slots. An element takes about 35 bytes including its id.
struct LogIndex {
  struct Place {
    let offset: UInt32
    fileprivate let idStart: UInt32
    fileprivate let idLength: UInt16
    /// The length of the value; the highest number in a dead slot.
    fileprivate var valueLength: UInt32
    /// The CRC-32C of the value.
    let checksum: UInt32

    fileprivate static let dead = UInt32.max
    var isDead: Bool { valueLength == Self.dead }
    var recordSize: Int { RecordHead.size + Int(idLength) + Int(valueLength) + 1 }
    var record: Range<Int> { Int(offset)..<Int(offset) + recordSize }
  }

  private(set) var places: [Place] = []
  private(set) var count = 0
  /// The size of the live records in bytes.
  private(set) var liveBytes = 0
  /// The kinds of CBOR items that the ids are, as a set of bits.
  private var kinds: UInt8 = 0
  private var ids: [UInt8] = []
  private var table: [UInt32]

  init(capacity: Int = 0) {
    places.reserveCapacity(capacity)
    table = Self.table(for: capacity)
  }

  /// The slots of all elements, in insertion order.
  var liveSlots: [Int] { places.indices.filter { !places[$0].isDead } }

  func slot(of id: [UInt8]) -> Int? {
    guard let slot = id.withUnsafeBytes({ find($0).slot }), !places[slot].isDead else { return nil }
    return slot
  }

  /// Whether all ids are the same kind of CBOR item as this one, as those of one type are.
  func isUniform(with id: [UInt8]) -> Bool { kinds & ~Self.kind(id.first) == 0 }

  /// The first three bits of an item are its kind; positive and negative integers are one.
  private static func kind(_ first: UInt8?) -> UInt8 { 1 << max((first ?? 0) >> 5, 1) }

  func id(of slot: Int) -> [UInt8] { Array(ids[idRange(of: slot)]) }

  /// Applies a record; a changed element keeps its slot, a new one gets the last.
  mutating func apply(_ head: RecordHead, id: UnsafeRawBufferPointer, at offset: Int) {
    switch head.kind {
    case .seen: return
    case .cleared: self = LogIndex()
    case .removed: remove(id)
    case .saved:
      let (known, entry) = find(id)
      let isReplaced = known.map { !places[$0].isDead } ?? false
      let place = Place(
        offset: UInt32(offset), idStart: known.map { places[$0].idStart } ?? UInt32(ids.count),
        idLength: UInt16(id.count), valueLength: UInt32(head.valueLength),
        checksum: head.valueChecksum)
      liveBytes += place.recordSize
      if isReplaced, let known {
        liveBytes -= places[known].recordSize
        places[known] = place
        return
      }
      if known == nil {
        ids.append(contentsOf: id)
        kinds |= Self.kind(id.first)
      }
      places.append(place)
      table[entry] = UInt32(places.count)
      count += 1
      if places.count * 4 > table.count * 3 { grow() }
    }
  }

  mutating func remove(_ id: UnsafeRawBufferPointer) {
    guard let slot = find(id).slot, !places[slot].isDead else { return }
    liveBytes -= places[slot].recordSize
    places[slot].valueLength = Place.dead
    count -= 1
  }

  /// An element after changes that the log does not have yet.
  enum Entry {
    case stored(slot: Int)
    case changed(LogChange)
  }

  /// Returns the elements after changes, in order; a changed element keeps its place.
  func entries(after changes: [LogChange]) -> [Entry] {
    let changes = changes.folded()
    guard !changes.isEmpty else { return liveSlots.map { .stored(slot: $0) } }
    let isCleared = changes.contains { $0.kind == .cleared }
    let removed = Set(changes.filter { $0.kind == .removed }.map(\.id))
    var saved: [[UInt8]: LogChange] = [:]
    for change in changes where change.kind == .saved { saved[change.id] = change }
    var entries: [Entry] = []
    for slot in isCleared ? [] : liveSlots {
      let id = id(of: slot)
      if removed.contains(id) { continue }
      entries.append(saved.removeValue(forKey: id).map(Entry.changed) ?? .stored(slot: slot))
    }
    return entries + changes.filter { saved[$0.id] != nil && $0.kind == .saved }.map(Entry.changed)
  }

  private func idRange(of slot: Int) -> Range<Int> {
    let start = Int(places[slot].idStart)
    return start..<start + Int(places[slot].idLength)
  }

  /// Returns the slot with this id, dead or live, and the entry of the table that has it or is free.
  private func find(_ id: UnsafeRawBufferPointer) -> (slot: Int?, entry: Int) {
    ids.withUnsafeBytes { ids in
      var entry = Self.hash(id) & (table.count - 1)
      while table[entry] != 0 {
        let slot = Int(table[entry]) - 1
        let known = UnsafeRawBufferPointer(rebasing: ids[idRange(of: slot)])
        if known.count == id.count, known.elementsEqual(id) { return (slot, entry) }
        entry = (entry + 1) & (table.count - 1)
      }
      return (nil, entry)
    }
  }

  private mutating func grow() {
    table = Self.table(for: places.count * 2)
    for slot in places.indices {
      var entry = ids.withUnsafeBytes {
        Self.hash(UnsafeRawBufferPointer(rebasing: $0[idRange(of: slot)])) & (table.count - 1)
      }
      // A later slot of the same id replaces an earlier, dead one.
      while table[entry] != 0, places[Int(table[entry]) - 1].idStart != places[slot].idStart {
        entry = (entry + 1) & (table.count - 1)
      }
      table[entry] = UInt32(slot + 1)
    }
  }

  private static func table(for count: Int) -> [UInt32] {
    var size = 16
    while size * 3 < count * 4 { size *= 2 }
    return [UInt32](repeating: 0, count: size)
  }

  private static func hash(_ id: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: id)
    return hasher.finalize()
  }
}
