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

private let coding = StoredSchema(Nested.self).step("unchanged") { (nested: Nested) in nested }
  .coding
private let entry = getenv("FUZZ_ENTRY").map { String(cString: $0) } ?? ""

/// Runs one input.
///
/// Rejected bytes are correct. A crash, a hang, excessive memory or a failed precondition is a
/// finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = Data(bytes: bytes, count: count)
  switch entry {
  case "header": header(input)
  case "log": log(input)
  case "cbor": for version in 1...2 { decode(input, version) }
  default: fatalError("FUZZ_ENTRY has to be header, log or cbor")
  }
  return 0
}

/// Parses the bytes as a whole file.
private func header(_ file: Data) {
  _ = FileInspection(file, named: "value.v1.store").json(named: "value.v1.store")
  guard case .intact(let header) = FileHeader.parse(file) else { return }
  precondition(file.starts(with: header.bytes), "a header was accepted that Storage does not write")
  for (record, _) in RecordScan(file.dropFirst(FileHeader.size)).records {
    decode(record.payload, header.version)
  }
}

/// Parses the bytes as records, then as payloads of records with one damaged byte.
///
/// The checksums reject nearly all inputs in the first form, so the second one builds valid
/// records.
private func log(_ input: Data) {
  for (record, _) in RecordScan(input).records { decode(record.payload, 1) }

  // After damage, a complete record inside a payload is accepted as a record of the file.
  guard input.firstRange(of: Record.marker) == nil else { return }
  let parts = input.split(separator: 0xFF, maxSplits: 7, omittingEmptySubsequences: false)
  var bytes = Data()
  for (number, payload) in parts.enumerated() {
    let record = Record(sequence: UInt64(number + 1), copy: .none, time: 0, payload: payload)
    bytes.append(record.encoded().bytes)
  }
  let place = input.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % bytes.count
  bytes[bytes.startIndex + place] ^= input.first.map { $0 | 1 } ?? 1
  for (record, _) in RecordScan(bytes).records {
    let written = parts[Int(record.sequence) - 1]
    precondition(record.payload == written, "a record was accepted that was not written")
  }
}

/// Decodes the bytes as a payload; a decoded value must be encodable, and decodable again.
private func decode(_ payload: Data, _ version: Int) {
  do { _ = try CBORJSON.text(of: payload) } catch {}
  do { _ = try coding.ofCollection.decode(payload, version) } catch {}
  let nested: Nested
  do { nested = try coding.decode(payload, version) } catch { return }
  do {
    guard let bytes = try coding.encode(nested, 2) else { return }
    _ = try coding.decode(bytes, 2)
  } catch {
    preconditionFailure("what was read cannot be written and read again: \(error)")
  }
}
