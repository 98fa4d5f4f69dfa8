// Compiled as one module with the sources of Storage: see `fuzz` in the parent directory.

import FoundationEssentials
import Glibc

private struct Nested: Codable, Sendable, Identifiable {
  var id: Int
  var text: String?
  var numbers: [Double]
  var more: [String: Bool]
  var date: Date?
  var bytes: Data?
  var inner: [Nested]?
}

private let schema = StoredSchema(Nested.self).step("unchanged") { (nested: Nested) in nested }
private let coding = ElementCoding(shape: schema.shape, file: "value", isChecked: false)
private let entry = getenv("FUZZ_ENTRY").map { String(cString: $0) } ?? ""
private let folder = "\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/fuzz-\(getpid())"
private let lock = DirectoryLock()
private let directory = DataDirectory(path: folder, durability: .nothing, spare: nil, lock: lock)

/// Runs one input.
///
/// Rejected bytes are correct. A crash, a hang, excessive memory or a failed precondition is a
/// finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  switch entry {
  case "header": _ = open(input)
  case "log": log(input)
  case "cbor": for version in 1...2 { decode(StoredBytes(bytes: input, version: version)) }
  default: fatalError("FUZZ_ENTRY has to be header, log or cbor")
  }
  return 0
}

/// Opens the bytes as a whole file, and decodes all elements.
private func open(_ bytes: [UInt8]) -> LogContents? {
  do {
    let name = try FileName("value", version: 2)
    let file = try directory.replacement(of: name.text)
    try file.append(bytes)
    try file.commit()
    let log = Log(directory, name, limit: 1 << 20)
    switch try log.open() {
    case .intact, .damaged: break
    default: return nil
    }
    let contents = try log.contents()
    for slot in contents.index.liveSlots {
      if let value = contents.record(slot).value { decode(value) }
    }
    return contents
  } catch {
    preconditionFailure("a file could not be used: \(error)")
  }
}

/// Opens a log of the pieces of the input with one damaged byte; only what was written may be found.
private func log(_ input: [UInt8]) {
  // After damage, a complete record inside a value is accepted as a record of the file.
  guard !input.contains(RecordHead.mark) else { return }
  let parts = input.split(separator: 0xFF, maxSplits: 7, omittingEmptySubsequences: false)
  var bytes = LogHeader(version: 2, name: "value").bytes
  for (number, part) in parts.enumerated() {
    let value = StoredBytes(bytes: Array(part), version: 2)
    let change = LogChange.saved(id: [UInt8(number)], value)
    var head = change.head(UInt64(number + 1))
    head.updateLength = head.recordSize
    head.append(id: change.id, value, to: &bytes)
  }
  let place = input.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % bytes.count
  bytes[place] ^= input.first.map { $0 | 1 } ?? 1
  guard let contents = open(bytes) else { return }
  for slot in contents.index.liveSlots {
    let record = contents.record(slot)
    guard let value = record.value else { continue }
    precondition(
      value.bytes == Array(parts[Int(record.id[0])]), "a record was found that was not written")
  }
}

/// Decodes the bytes as an element; a decoded value must be encodable, and decodable again.
private func decode(_ stored: StoredBytes) {
  let nested: Nested
  do { nested = try schema.shape.decode(stored, kept: nil) } catch { return }
  do {
    let change = try coding.encode(nested)
    _ = try coding.decode(LogRecord(id: change.id, value: change.value))
  } catch {
    preconditionFailure("what was read cannot be written and read again: \(error)")
  }
}
