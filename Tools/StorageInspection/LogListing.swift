import Foundation
import Storage

/// The records of one file in the sequence of the file, for tools; the file is only read.
struct LogListing: Sendable {
  /// The damage of the file; `nil` if there is none.
  private(set) var damage: Damage?
  /// Whether the last append is incomplete, as after a kill; it was never reported as written.
  private(set) var isCutOff = false
  /// Whether only a newer release can read the bytes after the header.
  private(set) var isNewerFormat = false
  /// The number of the format, the schema version, and the repository's name; `nil` if damaged.
  private(set) var header: (format: Int, version: Int, name: String)?
  /// The size of the file in bytes.
  let size: Int
  /// The intact records.
  private(set) var records: [Record] = []
  /// The offsets at which all earlier updates are complete, beginning with the end of the snapshot.
  private(set) var updateEnds: [Int] = []

  /// A saved element, or the removal of one.
  struct Record: Sendable {
    /// The sequence number of the update.
    let sequence: UInt64
    /// The encoded id; empty for a record that belongs to no element.
    let id: Data
    /// The encoded value; `nil` for a removal.
    let value: Data?
  }

  /// Reads a file of at most ``StorageClass/largestFile`` bytes.
  init(of file: URL) throws(StorageError) {
    let file = file.absoluteURL
    let path = file.path(percentEncoded: false)
    let name = file.lastPathComponent
    guard file.isFileURL, !["", ".", "..", "/"].contains(name), !path.utf8.contains(0) else {
      throw .unavailable(SystemFailure(noFileAt: path))
    }
    do throws(SystemFailure) {
      let folder = try FileDescriptor(
        directory: file.deletingLastPathComponent().path(percentEncoded: false), for: name)
      let reader = try FileReader(FileDescriptor(name, in: folder, .read))
      guard reader.size <= StorageClass.largestFile else { throw SystemFailure(tooLarge: name) }
      size = reader.size
      try read(reader)
    } catch {
      throw error.isTooLarge
        ? .tooLarge(file: name, limit: StorageClass.largestFile) : .unavailable(error)
    }
  }

  private mutating func read(_ reader: FileReader) throws(SystemFailure) {
    var found: LogHeader?
    switch LogHeader.parse(try reader.bytes(0..<LogHeader.largestSize)) {
    case .damaged(let kind): damage = kind
    case .newerFormat(let version):
      (isNewerFormat, header) = (true, (Int(LogHeader.format) + 1, version, ""))
      return
    case .intact(let intact):
      found = intact
      header = (Int(LogHeader.format), intact.version, intact.name)
    }
    if let found { updateEnds = [found.snapshotEnd] }
    var scan = try LogScan(reader, found)
    let end = try scan.forEach { event in
      switch event {
      case .record(let head, let id, let offset): add(head, id, reader, offset)
      case .damage(let range, _):
        if found != nil { damage = range.upperBound > reader.size ? .length : damage ?? .checksum }
      }
      return true
    }
    isCutOff = damage == nil && end < size
  }

  private mutating func add(
    _ head: RecordHead, _ id: UnsafeRawBufferPointer, _ reader: FileReader, _ offset: Int
  ) {
    if offset >= updateEnds.last ?? 0 { updateEnds.append(offset + head.updateLength) }
    let start = offset + RecordHead.size + head.idLength
    var value: Data?
    if head.kind == .saved {
      do throws(SystemFailure) {
        value = Data(try reader.bytes(start..<start + head.valueLength))
      } catch { damage = damage ?? .checksum }
    }
    records.append(Record(sequence: head.sequence, id: Data(id), value: value))
  }
}
