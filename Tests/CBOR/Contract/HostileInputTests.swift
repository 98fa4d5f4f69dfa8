import CBOR
import CBORTestSupport
import Dispatch
import Foundation
import Synchronization
import Testing

@Suite("CBOR: input that is not trusted")
struct HostileInputTests {
  /// A value with parts of each kind.
  private struct Many: Codable {
    enum Choice: Codable { case one(Data), both(id: UUID, URL?) }
    var lists: [String: [Int]], number: Decimal, choices: [Choice], set: Set<Double>

    init(_ numbers: inout SeededGenerator) {
      lists = .sample(&numbers)
      number = .sample(&numbers)
      choices = [.one(.sample(&numbers)), .both(id: .sample(&numbers), .sample(&numbers))]
      set = .sample(&numbers)
    }
  }

  /// Attempts to read a document as values of types of each kind.
  private static var readings: [(Data) throws -> Void] {
    var types: [any Decodable.Type] = [Tree.self, Many.self, AnyValue.self]
    types += Samples.leaves.map { $0 as any Decodable.Type }
    return types.map { type in { _ = try CBORDecoder().decode(type, from: $0) } }
  }

  @Test(arguments: [
    // Nothing, and what is cut off or continues.
    "", "18", "1900", "61", "41", "81", "a161", "a16161", "c1", "81c1", "0000", "a000",
    // Reserved lengths, and indefinite ones.
    "1c", "1f", "3f", "5c", "df", "fc", "f817", "f81f", "ff", "81ff", "9f01ff", "bfff", "5f4100ff",
    "7fff", "5f00000000000000000000000000000000000000000000000000000000000000",
    // Counts and lengths that exceed the document.
    "9b7fffffffffffffff", "bbffffffffffffffff", "5bffffffffffffffff", "7b7fffffffffffffff",
    "9a00010000", "a2000000", "baffffffff",
  ])
  func `Bytes that are no document are refused by every reader`(hex: String) {
    for read in Self.readings {
      #expect(throws: DecodingError.self) { try read(Data(hex: hex)) }
    }
  }

  @Test(arguments: ["61ff", "62c328", "63eda080", "a161ff00", "a16461ff626300"])
  func `A text that is not valid UTF-8 is refused where it is read, and else skipped`(hex: String) {
    #expect(throws: DecodingError.self) { try decoded(AnyValue.self, hex) }
    #expect(throws: DecodingError.self) { try decoded([String: Int].self, hex) }
    #expect(throws: DecodingError.self) { try decoded(String.self, hex) }
    #expect(throws: Never.self) { try decoded(Pair.self, "a3617801617902617a" + hex) }
  }

  @Test func `A text is checked at every place`() {
    for place in 0..<20 {
      var text = Data(repeating: 0x61, count: 20)
      text[place] = 0xFF
      #expect(throws: DecodingError.self) { try decoded(String.self, "74" + text.hex) }
    }
  }

  @Test(arguments: [
    "c480", "c48101", "c483010203", "c482010203", "c4820140", "c482016131", "c48201f93e00",
    "c48201c4820102", "c4a10102",
  ])
  func `An array that is no decimal fraction is no number`(hex: String) {
    #expect(throws: DecodingError.self) { try decoded([Decimal].self, "81" + hex) }
    #expect(throws: DecodingError.self) { try decoded([Double].self, "82" + hex + "01") }
  }

  @Test func `No damaged document traps`() throws {
    var numbers = SeededGenerator(seed: 5)
    let originals = try (0..<40).map { _ in try CBOREncoder().encode(Many(&numbers)) }
    var refused = 0
    for round in 0..<4_000 {
      let document = Self.damaged(originals[round % originals.count], &numbers)
      do {
        _ = try CBOREncoder().encode(CBORDecoder().decode(Many.self, from: document))
      } catch is DecodingError {
        refused += 1
      }
      do { _ = try CBORDecoder().decode(AnyValue.self, from: document) } catch is DecodingError {}
    }
    #expect(refused > 1_000 && refused < 4_000)
  }

  private static func damaged(_ original: Data, _ numbers: inout SeededGenerator) -> Data {
    var bytes = [UInt8](original)
    for _ in 0..<Int.random(in: 1...3, using: &numbers) {
      guard let place = bytes.indices.randomElement(using: &numbers) else { break }
      switch Int.random(in: 0...4, using: &numbers) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &numbers)
      case 1: bytes[place] = .random(in: 0...255, using: &numbers)
      case 2: bytes.remove(at: place)
      case 3: bytes.removeSubrange(place...)
      default: bytes.insert(contentsOf: bytes[place...].prefix(8), at: place)
      }
    }
    return Data(bytes)
  }

  // MARK: - Depth

  @Test func `A value may have 512 levels in both directions, and no more`() throws {
    try onStack(megabytes: 8) {
      let deepest = Tree.chain(512)
      let read = try roundTrip(deepest)
      #expect(read == deepest)
      #expect(throws: EncodingError.self) { try CBOREncoder().encode(Tree.chain(514)) }
    }
    let lists = { @Sendable in String(repeating: "81", count: $0 - 1) + "80" }
    for (depth, isRead) in [(512, true), (513, false), (100_000, false)] {
      let document = Data(hex: lists(depth))
      let json = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      try onStack(megabytes: 8) {
        for read in [
          { _ = try CBORDecoder().decode(AnyValue.self, from: document) },
          { _ = try decoded(Pair.self, "a3617801617902617a" + lists(depth - 1)) },
          { _ = try JSONSerialization.jsonObject(with: Data(json.utf8)) },
        ] as [() throws -> Void] {
          #expect((try? read()) != nil ? isRead : !isRead, "\(depth)")
        }
      }
    }
    // Arrays of scalars are written without an encoder, and count as well.
    @Sendable func nested(_ levels: Int, _ last: Scripted) -> Scripted {
      guard levels > 0 else { return last }
      return Scripted { encoder in
        var list = encoder.unkeyedContainer()
        try list.encode(nested(levels - 1, last))
      }
    }
    for (levels, write) in Self.innermost {
      try onStack(megabytes: 8) {
        let deepest = nested(512 - levels, Scripted(write))
        try decoding(encodedHex(deepest)) { _ in }
        #expect(throws: EncodingError.self) {
          try CBOREncoder().encode(nested(513 - levels, Scripted(write)))
        }
      }
    }
  }

  /// The numbers of arrays and maps that are written in each way.
  private static let innermost: [(Int, @Sendable (any Encoder) throws -> Void)] = [
    (1, { _ = $0.unkeyedContainer() }),
    (
      1,
      { encoder in
        var single = encoder.singleValueContainer()
        try single.encode([1])
      }
    ),
    (
      1,
      { encoder in
        var single = encoder.singleValueContainer()
        try single.encode([Pair]())
      }
    ),
    (
      2,
      { encoder in
        var list = encoder.unkeyedContainer()
        try list.encode(["a": 1])
      }
    ),
    (
      3,
      { encoder in
        var list = encoder.unkeyedContainer()
        try list.encode(["a": [1]])
      }
    ),
    (
      3,
      { encoder in
        var list = encoder.unkeyedContainer()
        var inner = list.nestedUnkeyedContainer()
        _ = inner.nestedUnkeyedContainer()
      }
    ),
  ]

  #if !DEBUG
    @Test func `A value of 512 levels fits the stack of a thread of an app`() throws {
      try onStack(megabytes: 0.5) { _ = try roundTrip(Tree.chain(512)) }
    }
  #endif

  private func onStack(
    megabytes: Double, _ body: @escaping @Sendable () throws -> Void
  ) throws {
    let done = DispatchSemaphore(value: 0)
    let outcome = Mutex<Result<Void, any Error>>(.success(()))
    let thread = Thread {
      outcome.withLock { $0 = Result { try body() } }
      done.signal()
    }
    thread.stackSize = Int(megabytes * 1024) * 1024
    thread.start()
    done.wait()
    try outcome.withLock { try $0.get() }
  }
}
