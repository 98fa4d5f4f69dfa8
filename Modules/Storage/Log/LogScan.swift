/// A scan of a log's records in order, which distinguishes a torn append from damage.
///
/// The rest of a file is a torn append if it has fewer bytes than a head, or if it begins with an intact
/// head whose update ends behind the last byte that is not 0. A snapshot is never torn, because its file
/// was renamed into place after a sync. Everything else that is no record is damage.
package struct LogScan {
  package enum Event {
    /// An intact record at an offset; the id is valid only during the visit.
    case record(RecordHead, id: UnsafeRawBufferPointer, offset: Int)
    /// Bytes that are no intact record; `id` is the element to which they belong, if it is known.
    case damage(Range<Int>, id: [UInt8]?)
  }

  private let reader: FileReader
  private let snapshotEnd: Int
  private let contentEnd: Int
  private var offset: Int
  private var last: UInt64

  /// Creates a scan from the header, or from the start of the file if the header is damaged.
  package init(_ reader: FileReader, _ header: LogHeader?) throws(SystemFailure) {
    self.reader = reader
    // Without the header, the end of the snapshot is unknown, so no part of the file counts as torn.
    snapshotEnd = header?.snapshotEnd ?? reader.size
    contentEnd = try reader.contentEnd()
    offset = header?.size ?? 0
    last = header?.sequence ?? 0
  }

  /// Visits all records and all damage, and returns the end of the last complete record.
  ///
  /// The scan ends early if `visit` returns `false`.
  @discardableResult
  package mutating func forEach(_ visit: (Event) -> Bool) throws(SystemFailure) -> Int {
    while true {
      guard offset < contentEnd else {
        if offset < snapshotEnd { _ = visit(.damage(offset..<snapshotEnd, id: nil)) }
        return offset
      }
      guard let head = try head(at: offset), isExpected(head) else {
        // Fewer bytes than a head behind the snapshot are the beginning of a torn append.
        guard offset < snapshotEnd || contentEnd - offset >= RecordHead.size else { return offset }
        guard visit(.damage(try skip(), id: nil)) else { return offset }
        continue
      }
      let start = offset
      if start >= snapshotEnd {
        guard start + head.updateLength <= contentEnd else { return start }
        last = head.sequence
      }
      offset += head.recordSize
      let goesOn = try reader.withBytes(at: start, head.recordSize) { raw in
        guard let id = head.id(in: raw) else { return visit(.damage(start..<offset, id: nil)) }
        guard head.value(in: raw) != nil else {
          return visit(.damage(start..<offset, id: Array(id)))
        }
        return visit(.record(head, id: id, offset: start))
      }
      guard goesOn else { return offset }
    }
  }

  private func isExpected(_ head: RecordHead) -> Bool {
    guard offset >= snapshotEnd else { return offset + head.recordSize <= snapshotEnd }
    return head.sequence > last && head.updateLength >= head.recordSize
  }

  /// Moves to the next intact record or to the end, and returns the skipped range.
  private mutating func skip() throws(SystemFailure) -> Range<Int> {
    let start = offset
    repeat {
      offset += 1
      if offset == contentEnd { break }
    } while try !isRecord()
    return start..<offset
  }

  private func isRecord() throws(SystemFailure) -> Bool {
    guard let head = try head(at: offset) else { return false }
    return isExpected(head) && offset + head.recordSize <= contentEnd
  }

  private func head(at offset: Int) throws(SystemFailure) -> RecordHead? {
    try reader.withBytes(at: offset, RecordHead.size) { RecordHead($0) }
  }
}
