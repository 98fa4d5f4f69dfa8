import Foundation
import Synchronization
import Testing

@testable import Storage

/// Tests that deep input neither crashes nor slows down the process, on the smallest stack in use.
@Suite("CBOR: depth")
struct CBORDepthTests {
  @Test(arguments: Recursion.all)
  func `The deepest accepted document fits a stack of 256 KB, for every type`(
    _ recursion: Recursion
  ) throws {
    let deepest = CBORConstant.maximumDepth / recursion.levels

    let allowed = try onSmallStack { try recursion.read(recursion.document(deepest)) }

    #expect(allowed)
  }

  @Test(arguments: Recursion.all)
  func `A document beyond the depth limit is rejected`(_ recursion: Recursion) throws {
    let depth = CBORConstant.maximumDepth / recursion.levels + 1
    for depth in [depth, 1000, 100_000] {
      #expect(throws: DecodingError.self) {
        try onSmallStack { try recursion.read(recursion.document(depth)) }
      }
    }
  }

  @Test func `A deep value that is skipped is rejected`() throws {
    for nested in [
      String(repeating: "81", count: 100_000), String(repeating: "9f", count: 100_000),
      String(repeating: "a161", count: 9), String(repeating: "bf00", count: 50_000),
    ] {
      let document = Data(hex: "a3617801617902617a\(nested)00")
      #expect(throws: DecodingError.self) {
        try onSmallStack {
          _ = try CBORDecoder().decode(EveryField.Pair.self, from: document); return true
        }
      }
      #expect(throws: DecodingError.self) {
        try onSmallStack {
          try CBORHostileInputTests.readingAsJSON(document); return true
        }
      }
    }
  }

  @Test func `A value that is too deep to be decoded is not encoded`() throws {
    let deepest = CBORConstant.maximumDepth

    let bytes = try onSmallStack { try CBOREncoder().encode(Chain(length: deepest)).count > 0 }
    #expect(bytes)
    _ = try CBORDecoder().decode(Chain.self, from: CBOREncoder().encode(Chain(length: deepest)))
    _ = try CBORDecoder().decode(AnyValue.self, from: CBOREncoder().encode(lists(deepest)))
    #expect(throws: EncodingError.self) {
      try onSmallStack { try CBOREncoder().encode(Chain(length: deepest + 1)).count > 0 }
    }
    #expect(throws: EncodingError.self) { try CBOREncoder().encode(lists(deepest + 1)) }
  }

  /// Returns nested lists with nil in the innermost one.
  private func lists(_ depth: Int) -> AnyValue {
    depth == 0 ? .null : .list([lists(depth - 1)])
  }

  /// A recursive type, and documents of it.
  struct Recursion: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The number of nesting levels in the document for one level of the type.
    let levels: Int
    let opening: String
    let inner: String
    let read: @Sendable (Data) throws -> Bool

    func document(_ depth: Int) -> Data {
      Data(hex: opening) * (depth - 1) + Data(hex: inner)
    }

    static func reading<T: Decodable & SendableMetatype>(_ type: T.Type)
      -> @Sendable (Data) throws -> Bool
    {
      {
        _ = try CBORDecoder().decode(T.self, from: $0)
        return true
      }
    }

    static let all = [
      Recursion(
        testDescription: "optional child", levels: 1, opening: "a1646e657874", inner: "a0",
        read: reading(Chain.self)),
      Recursion(
        testDescription: "list of children", levels: 2, opening: "a1686368696c6472656e81",
        inner: "a1686368696c6472656e80", read: reading(Family.self)),
      Recursion(
        testDescription: "dictionary of children", levels: 1, opening: "a16178", inner: "a0",
        read: reading(Names.self)),
      Recursion(
        testDescription: "payload of a case", levels: 2,
        opening: "a1646e6f6465a2625f31a1646c656166a1625f3000625f30",
        inner: "a1646c656166a1625f3000", read: reading(EveryField.Tree.self)),
      Recursion(
        testDescription: "anything, as lists", levels: 1, opening: "81", inner: "80",
        read: reading(AnyValue.self)),
      Recursion(
        testDescription: "anything, as maps", levels: 1, opening: "a16178", inner: "a0",
        read: reading(AnyValue.self)),
      Recursion(
        testDescription: "anything, by nested containers", levels: 1, opening: "a16178",
        inner: "a0", read: reading(ByHand.self)),
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
    init(from decoder: any Decoder) throws {
      try Self.read(decoder.container(keyedBy: CBORKey.self))
    }
    static func read(_ container: KeyedDecodingContainer<CBORKey>) throws {
      for key in container.allKeys {
        try read(container.nestedContainer(keyedBy: CBORKey.self, forKey: key))
      }
    }
  }

  private func onSmallStack(_ body: @escaping @Sendable () throws -> Bool) throws -> Bool {
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
    return try outcome.result.withLock { try $0.get() }
  }

  private final class Outcome: Sendable {
    let result = Mutex<Result<Bool, any Error>>(.success(false))
  }
}

private func * (data: Data, count: Int) -> Data {
  Data((0..<max(count, 0)).flatMap { _ in data })
}
