#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The intact records of a file.
struct RecordScan {
  private(set) var records: [(record: Record, stamp: FileStamp)] = []
  private var bytes: Data
  /// The ranges of intact bytes: a single range, unless damage separates the records.
  private var pieces: [Range<Int>] = []
  /// Whether bytes of a completed write are missing or damaged.
  private(set) var isDamaged = false
  /// Whether the last append was interrupted, for example by a kill.
  ///
  /// The append was never reported as written, so it can be discarded.
  private(set) var isCut = false

  init(_ bytes: Data, budget limit: Int = BrokenRecord.budget) {
    self.bytes = bytes
    // The index at which the trailing zeros begin. It is computed only if a record is not intact.
    lazy var contentEnd = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? bytes.startIndex
    var budget = limit
    var proven: [(place: Int, length: UInt32)] = []
    var rest = bytes
    while !rest.isEmpty {
      if take(Record.parse(rest), &rest) { continue }
      let length = Self.broken(rest, contentEnd) { $0.repairedLength(&budget) }
      let place = rest.startIndex
      if let length, take(Record.parse(rest, length: length), &rest) {
        isDamaged = true
        proven.append((place, length))
        continue
      }
      let behind = Self.next(in: rest, after: last)
      let offset = FileHeader.size + place - bytes.startIndex
      if behind.isEmpty,
        Self.broken(rest, contentEnd, { $0.isTorn(after: last, at: offset, &budget) })
      {
        isCut = true
      } else {
        isDamaged = true
      }
      rest = behind
    }
    for (place, length) in proven {
      self.bytes.replaceSubrange(place + 4..<place + 8, with: Data(littleEndian: length))
    }
  }

  /// Adds a record if it is intact and newer than the records before it; returns whether it was added.
  ///
  /// `rest` begins with the record. If the record is added, its bytes are removed from `rest`.
  private mutating func take(_ parsed: Record.Parsed, _ rest: inout Data) -> Bool {
    guard case .intact(let record, let stamp, let size) = parsed, record.sequence > last else {
      return false
    }
    records.append((record, stamp))
    note(rest.startIndex..<rest.startIndex + size)
    rest = rest.dropFirst(size)
    return true
  }

  private static func broken<Result>(
    _ rest: Data, _ contentEnd: Int, _ body: (BrokenRecord) -> Result
  ) -> Result {
    rest.withUnsafeBytes {
      body(BrokenRecord($0, contentEnd: max(0, contentEnd - rest.startIndex)))
    }
  }

  /// The bytes of the intact records.
  var intact: Data {
    guard pieces.count != 1 else { return bytes[pieces[0]] }
    return pieces.reduce(into: Data()) { $0.append(bytes[$1]) }
  }

  /// The fields of the last intact record, without its payload; `nil` if there is no intact record.
  var end: (copy: RollbackMirror, time: Int64, stamp: FileStamp)? {
    records.last.map { ($0.record.copy, $0.record.time, $0.stamp) }
  }

  /// Returns the concatenated payloads and discards the records.
  ///
  /// The payloads are moved within their buffer, because a copy would double the memory.
  mutating func join() -> Data {
    let payloads = records.map(\.record.payload.indices)
    records = []
    guard let first = payloads.first else { return Data() }
    // Without appended records there is nothing to move.
    guard payloads.count > 1 else { return bytes[first] }
    let start = bytes.startIndex
    var end = first.upperBound
    bytes.withUnsafeMutableBytes { raw in
      for payload in payloads.dropFirst() {
        let source = UnsafeRawBufferPointer(
          rebasing: raw[payload.lowerBound - start..<payload.upperBound - start])
        UnsafeMutableRawBufferPointer(rebasing: raw[(end - start)...]).copyMemory(from: source)
        end += payload.count
      }
    }
    return bytes[first.lowerBound..<end]
  }

  private mutating func note(_ piece: Range<Int>) {
    if let before = pieces.last, before.upperBound == piece.lowerBound {
      pieces[pieces.count - 1] = before.lowerBound..<piece.upperBound
    } else {
      pieces.append(piece)
    }
  }

  private var last: UInt64 { records.last?.stamp.sequence ?? 0 }

  /// Returns the bytes from the start of the next intact record; empty if there is none.
  ///
  /// The record must have a sequence number above `sequence`.
  ///
  /// A payload can contain the same bytes as a marker. So the search parses a record at every marker,
  /// and continues if that record is not intact.
  ///
  /// The search ends after it has read eight times the size of `bytes`. This limits the time for a
  /// forged file, in which each marker could be followed by a large length.
  private static func next(in bytes: Data, after sequence: UInt64) -> Data {
    var rest = bytes.dropFirst()
    var budget = 8 * bytes.count
    while budget > 0, let start = rest.firstRange(of: Record.marker)?.lowerBound {
      rest = rest[start...]
      budget -= Record.size(declaredBy: rest)
      if case .intact(let record, _, _) = Record.parse(rest), record.sequence > sequence {
        return rest
      }
      rest = rest.dropFirst()
    }
    return Data()
  }
}
