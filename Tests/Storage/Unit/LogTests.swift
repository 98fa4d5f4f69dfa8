import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("A log", .temporaryDirectory)
struct LogTests {
  private let lock = DirectoryLock()
  private let url = TemporaryDirectory.url.appending(path: "log.v2.store")
  private var log: Log {
    get throws { Log(folder(), try FileName("log", version: 2), limit: 1 << 20) }
  }

  private func folder(_ url: URL = TemporaryDirectory.url) -> DataDirectory {
    DataDirectory(path: url.path, durability: .nothing, spare: nil, lock: lock)
  }

  private func change(
    _ id: UInt8, _ bytes: [UInt8], version: Int = 2, origin: UInt64 = 0
  ) -> LogChange {
    .saved(id: [id], StoredBytes(bytes: bytes, version: version), origin: origin)
  }

  @Test func `A value with the checksum of the stored one is written if it is another`() throws {
    // Values that differ by the polynomial of the checksum have the same checksum.
    let (zeros, others): ([UInt8], [UInt8]) = ([0, 0, 0, 0, 0], [0xF1, 0x76, 0xEC, 0x05, 0x01])
    let changes = [
      change(1, zeros, version: 1, origin: 7), change(1, zeros, version: 1), change(1, zeros),
      change(1, others),
    ]
    let log = try log
    for change in changes { #expect(try log.write([change]).count == 1) }
    #expect(try log.write([change(1, others)]).isEmpty)
  }

  @Test(arguments: [(131_172, true), (131_173, false)])
  func `A file is replaced if more than 64 KB and half of the live bytes would be obsolete`(
    size: Int, isAppended: Bool
  ) throws {
    let log = try log
    for (id, size, byte) in [(1, 100, 0), (2, size, 1), (2, size, 2)] as [(UInt8, Int, UInt8)] {
      let bytes = [UInt8](repeating: byte, count: size - RecordHead.size - 2)
      try log.write([change(id, bytes)])
    }
    #expect(log.end == log.header.size + 100 + size + (isAppended ? size : 0))
  }

  @Test func `A head in a damaged value that ends behind the file hides nothing`() throws {
    var inner: [UInt8] = []
    let value = StoredBytes(bytes: [UInt8](repeating: 9, count: 9_000), version: 2)
    var head = RecordHead(.saved, id: [9], value, sequence: 99)
    head.updateLength = head.recordSize
    head.append(id: [9], nil, to: &inner)
    for (id, bytes) in [(1, []), (2, inner), (3, [3])] as [(UInt8, [UInt8])] {
      let log = try log
      _ = try log.open()
      try log.write([change(id, bytes)])
    }
    var bytes = try Data(contentsOf: url)
    bytes[LogHeader.fixedSize + 3 + RecordHead.size + 2] ^= 1
    try bytes.write(to: url)

    let log = try log
    _ = try log.open()
    #expect(log.index.liveSlots.map(log.index.id) == [[1], [3]])
  }

  @Test func `Each of many ids is found, and an element saved again is behind the others`() {
    var index = LogIndex()
    func apply(_ kind: RecordHead.Kind, _ ids: [[UInt8]]) {
      for id in ids {
        let head = RecordHead(kind, id: id, nil, sequence: 1)
        id.withUnsafeBytes { index.apply(head, id: $0, at: 0) }
      }
    }
    let ids = (0..<1_000).map { [UInt8($0 % 250), UInt8($0 / 250)] }
    apply(.saved, ids)
    for _ in 1...2 { apply(.removed, Array(ids[..<400])) }
    apply(.saved, ids.reversed())
    let order = ids[400...] + ids[..<400].reversed()
    #expect(index.liveSlots.map(index.id) == Array(order))
    #expect(ids.allSatisfy { id in index.slot(of: id).map(index.id) == id })
    #expect(index.count == 1_000 && index.liveBytes == 1_000 * (RecordHead.size + 3))
  }

  @Test func `A header is read as it was written, with two names of at most 64 bytes`() throws {
    let (name, owner) = (String(repeating: "n", count: 64), String(repeating: "/", count: 64))
    var header = LogHeader(
      version: 3, name: try FileName(name, version: 3, of: owner).label)
    #expect(header.owner == owner && LogHeader(version: 3, name: name).owner == nil)
    (header.sequence, header.origin, header.seen) = (4, 5, 6)
    (header.snapshotBytes, header.snapshotCount, header.isSalvaged) = (7, 8, true)
    guard case .intact(let read) = LogHeader.parse(header.bytes),
      case .damaged(.checksum) = LogHeader.parse(LogHeader(version: 3, name: read.name + "n").bytes)
    else {
      Issue.record("\(LogHeader.parse(header.bytes)), or longer names are accepted")
      return
    }
    #expect(read.bytes == header.bytes && read.isSalvaged)
  }

  @Test(arguments: [(0, 0), (0, 2), (1, 0), (1, 2), (2, 4_095), (3, 9_000)])
  func `The zeros at the end of a file are no content`(count: Int, zeros: Int) throws {
    try (Data(repeating: 1, count: count) + Data(count: zeros)).write(to: url)
    #expect(try folder().reader("log.v2.store")?.contentEnd() == count)
  }

  @Test func `The names in a directory that cannot be read are unknown`() throws {
    try Data().write(to: url)
    #expect(throws: SystemFailure.self) { try folder(url).names(for: "value") }
  }
}
