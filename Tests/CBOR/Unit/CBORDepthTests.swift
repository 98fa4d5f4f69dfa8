import Foundation
import Synchronization
import Testing

@testable import CBOR

/// Tests that deep input neither crashes nor slows down the process, on the smallest stack in use.
@Suite("CBOR: depth")
struct CBORDepthTests {
  typealias Readable = Decodable & SendableMetatype

  @Test(arguments: Way.all)
  func `The deepest accepted document fits a stack of 256 KB, and a deeper one is rejected`(
    _ way: Way
  ) throws {
    try onSmallStack { try way.decode(way.encode(CBORConstant.maximumDepth)) }
    for depth in [1_000, 5_000] {
      let document = Data(hex: String(repeating: way.opening, count: depth) + "80")
      #expect(throws: DecodingError.self) { try onSmallStack { try way.decode(document) } }
    }
  }

  @Test(
    arguments: [
      (
        EveryField.Tree.self, 2, "a1646e6f6465a2625f31a1646c656166a1625f3000625f30",
        "a1646c656166a1625f3000"
      ),
      (Chain.self, 1, "a1646e657874", "a0"), (AnyValue.self, 1, "81", "80"),
      (AnyValue.self, 1, "a16178", "a0"),
    ] as [(any Readable.Type, Int, String, String)])
  func `A payload of a case, an optional child and any value have the same limit`(
    type: any Readable.Type, levels: Int, opening: String, inner: String
  ) throws {
    let deepest = CBORConstant.maximumDepth / levels
    for depth in [deepest, deepest + 1, 5_000] {
      let document = Data(hex: String(repeating: opening, count: depth - 1) + inner)
      let read = { @Sendable in _ = try CBORDecoder().decode(type, from: document) }
      if depth == deepest {
        try onSmallStack(read)
      } else {
        #expect(throws: DecodingError.self) { try onSmallStack(read) }
      }
    }
  }

  @Test func `A deep value that is skipped is rejected`() throws {
    for nested in [
      String(repeating: "81", count: 5_000), String(repeating: "9f", count: 5_000),
      String(repeating: "a161", count: 9), String(repeating: "bf00", count: 2_500),
    ] {
      let document = Data(hex: "a3617801617902617a\(nested)00")
      #expect(throws: DecodingError.self) {
        try onSmallStack { _ = try CBORDecoder().decode(EveryField.Pair.self, from: document) }
      }
      #expect(throws: DecodingError.self) {
        try onSmallStack { try CBORHostileInputTests.readingAsItems(document) }
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

  final class Chain: Codable, Sendable {
    let next: Chain?
    init(length: Int) { next = length > 1 ? Chain(length: length - 1) : nil }
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
