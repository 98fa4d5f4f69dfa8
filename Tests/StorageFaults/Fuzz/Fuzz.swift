// Compiled together with the sources of Storage, as one module: see `fuzz` beside this folder.

import FoundationEssentials

private struct Nested: Codable, Sendable, Identifiable {
  var id: Int
  var text: String?
  var numbers: [Double]
  var more: [String: Bool]
}

private let coding = Schema(Nested.self).step("unchanged") { (nested: Nested) in nested }.coding

/// The bytes as a whole file, as records, and, so that the checksums do not keep all of them out, as
/// a payload.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = Data(bytes: bytes, count: count)
  if case .intact = FileHeader.parse(input) { scan(input.dropFirst(FileHeader.size)) }
  scan(input)
  for version in 1...2 { decode(input, version) }
  return 0
}

private func scan(_ bytes: Data) {
  for (record, _) in RecordScan(bytes).records { decode(record.payload, 1) }
}

/// Refusing bytes is fine; only a crash, a hang or too much memory is a finding.
private func decode(_ payload: Data, _ version: Int) {
  do { _ = try coding.decode(payload, version) } catch {}
  do { _ = try coding.ofCollection.decode(payload, version) } catch {}
}
