import Foundation
import Synchronization
import Testing

@testable import Storage

/// Tests that deep input neither crashes nor slows down the process, on the smallest stack in use.
@Suite("CBOR: depth")
struct CBORDepthTests {
  @Test(arguments: Recursion.all)
  func `The deepest accepted document fits a stack of 256 KB, and a deeper one is rejected`(
    _ recursion: Recursion
  ) throws {
    let deepest = CBORConstant.maximumDepth / recursion.levels
    try onSmallStack { try recursion.read(recursion.document(deepest)) }
    for depth in [deepest + 1, 1000, 20_000] {
      #expect(throws: DecodingError.self) {
        try onSmallStack { try recursion.read(recursion.document(depth)) }
      }
    }
  }

  @Test func `A deep value that is skipped is rejected`() throws {
    for nested in [
      String(repeating: "81", count: 20_000), String(repeating: "9f", count: 20_000),
      String(repeating: "a161", count: 9), String(repeating: "bf00", count: 10_000),
    ] {
      let document = Data(hex: "a3617801617902617a\(nested)00")
      #expect(throws: DecodingError.self) {
        try onSmallStack { _ = try CBORDecoder().decode(EveryField.Pair.self, from: document) }
      }
      #expect(throws: DecodingError.self) {
        try onSmallStack { try CBORHostileInputTests.readingAsJSON(document) }
      }
    }
  }

  @Test func `A value that is too deep to be decoded is not encoded`() throws {
    let deepest = CBORConstant.maximumDepth
    try onSmallStack { _ = try roundTrip(Chain(length: deepest)) }
    #expect(throws: EncodingError.self) {
      try onSmallStack { _ = try CBOREncoder().encode(Chain(length: deepest + 1)) }
    }
  }

  /// A recursive type, and documents of it.
  struct Recursion: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The number of nesting levels in the document for one level of the type.
    let levels: Int
    let opening: String
    let inner: String
    let read: @Sendable (Data) throws -> Void

    init<T: Decodable & SendableMetatype>(
      _ name: String, _ type: T.Type, levels: Int = 1, _ opening: String, _ inner: String
    ) {
      (testDescription, self.levels, self.opening, self.inner) = (name, levels, opening, inner)
      read = { _ = try CBORDecoder().decode(T.self, from: $0) }
    }

    func document(_ depth: Int) -> Data {
      Data(hex: String(repeating: opening, count: depth - 1) + inner)
    }

    static let all = [
      Recursion("optional child", Chain.self, "a1646e657874", "a0"),
      Recursion(
        "list of children", Family.self, levels: 2, "a1686368696c6472656e81",
        "a1686368696c6472656e80"),
      Recursion("dictionary of children", Names.self, "a16178", "a0"),
      Recursion(
        "payload of a case", EveryField.Tree.self, levels: 2,
        "a1646e6f6465a2625f31a1646c656166a1625f3000625f30", "a1646c656166a1625f3000"),
      Recursion("anything, as lists", AnyValue.self, "81", "80"),
      Recursion("anything, as maps", AnyValue.self, "a16178", "a0"),
      Recursion("anything, by nested containers", ByHand.self, "a16178", "a0"),
    ]
  }

  final class Chain: Codable, Sendable {
    let next: Chain?
    init(length: Int) { next = length > 1 ? Chain(length: length - 1) : nil }
  }

  struct Family: Codable { var children: [Family] }

  struct Names: Codable {
    var names: [String: Names]
    init(from decoder: any Decoder) throws { names = try [String: Names](from: decoder) }
  }

  /// A recursion that the reader cannot detect, because no value is decoded between the levels.
  struct ByHand: Decodable {
    init(from decoder: any Decoder) throws { try Self.read(decoder.fields()) }
    static func read(_ fields: KeyedDecodingContainer<CBORKey>) throws {
      for key in fields.allKeys {
        try read(fields.nestedContainer(keyedBy: CBORKey.self, forKey: key))
      }
    }
  }

  private func onSmallStack(_ body: @escaping @Sendable () throws -> Void) throws {
    let outcome = Outcome()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      outcome.result.withLock { $0 = Result { try body() } }
      done.signal()
    }
    // A sanitizer needs a larger stack, because its frames are larger.
    let kilobytes = ProcessInfo.processInfo.environment["STACK_KB"].flatMap { Int($0) } ?? 256
    thread.stackSize = kilobytes * 1024
    thread.start()
    done.wait()
    try outcome.result.withLock { try $0.get() }
  }

  private final class Outcome: Sendable {
    let result = Mutex<Result<Void, any Error>>(.success(()))
  }
}
