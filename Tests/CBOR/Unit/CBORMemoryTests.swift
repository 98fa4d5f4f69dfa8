import Foundation
import Synchronization
import Testing

@testable import CBOR

@Suite("CBOR: the memory of coders")
struct CBORMemoryTests {
  @Test func `A reader is empty after a document`() throws {
    func expectEmpty<Value: Decodable>(of type: Value.Type, _ bytes: Data) throws {
      let reader = CBORReader()
      reader.begin([:])
      [UInt8](bytes).withUnsafeBufferPointer(reader.bytes.append(contentsOf:))
      _ = try reader.read(type)
      let counts = [
        reader.maps.count, reader.entries.count, reader.names.count, reader.paths.count,
      ]
      #expect(counts.allSatisfy { $0 == 0 }, "\(type)")
    }
    // Fields in another order, more fields than a short list has, and nested containers.
    let old = Array(repeating: CBOREvolutionTests.Old(), count: 3)
    try expectEmpty(of: [CBOREvolutionTests.New].self, CBOREncoder().encode(old))
    let many = (0..<100).map { ("key\($0)", $0) } + [("x", 1), ("y", 2)]
    try expectEmpty(
      of: EveryField.Pair.self, CBOREncoder().encode(Dictionary(uniqueKeysWithValues: many)))
    let nested = CBORCodableTests.Nested(a: 1, b: [2, 3], c: "deep", d: 4)
    try expectEmpty(of: CBORCodableTests.Nested.self, CBOREncoder().encode(nested))
  }

  @Test func `A writer contains only bytes after a value`() throws {
    func expectEmpty(of value: some Encodable) throws {
      let writer = CBORWriter()
      try writer.write(value)
      let counts = [
        writer.level, writer.frames.count, writer.fields.count, writer.entries.count,
        writer.nested.count,
      ]
      #expect(counts.allSatisfy { $0 == 0 }, "\(value)")
    }
    try expectEmpty(of: ["b": 1, "a": 2])
    try expectEmpty(of: [2: ["a"], 1: []])
    try expectEmpty(of: [EveryField.Pair(x: 1, y: 2): 1])
    try expectEmpty(of: Set(["b", "a"]))
    try expectEmpty(of: [[1], [2]])
    try expectEmpty(of: [EveryField.Child(id: 1, title: "a")])
    try expectEmpty(of: CBORCodableTests.Nested(a: 1, b: [2, 3], c: "deep", d: 4))
  }

  @Test func `A writer with a large buffer is not reused`() throws {
    _ = try CBOREncoder().encode(Data(count: 1 << 20))
    _ = try CBOREncoder().encode(Data(count: 100_000))
    #expect(
      CBORWriter.idle.withLock { idle in
        idle.allSatisfy { $0.coder.bytes.capacity <= 64 << 10 }
      })
  }

  @Test func `A buffer releases its elements`() {
    func bufferOfOne() -> (buffer: CBORBuffer<AnyObject>, element: () -> AnyObject?) {
      let (buffer, object) = (CBORBuffer<AnyObject>(capacity: 1), CBORReader())
      buffer.append(object)
      return (buffer, { [weak object] in object })
    }
    #expect(bufferOfOne().element() == nil)
    let (removed, all) = (bufferOfOne(), bufferOfOne())
    removed.buffer.remove(0..<1)
    #expect(removed.element() == nil)
    all.buffer.removeAll(from: 0)
    #expect(all.element() == nil)
  }
}
