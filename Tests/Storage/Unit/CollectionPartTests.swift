import Foundation
import Testing

@testable import Storage

@Suite("Parts of a collection")
struct CollectionPartTests {
  private var payload: Data {
    var payload = Data()
    CollectionPart.saved(Data([1, 2, 3])).append(to: &payload)
    CollectionPart.removed(Data([4])).append(to: &payload)
    return payload
  }

  /// Returns the reason why a payload cannot be decoded; `nil` if it can.
  private func failure(_ payload: Data) -> String? {
    do throws(DecodingFailure) {
      _ = try CollectionPart.bounds(in: payload)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func `A payload that ends within a part is rejected, with the number of the part`() {
    for end in 0...payload.count {
      let part = [0, 8, payload.count].contains(end) ? nil : end < 8 ? 0 : 1
      let expected = part.map { "\(DecodingFailure.undecodable("part \($0): cut short"))" }
      #expect(failure(payload.prefix(end)) == expected, "\(end) bytes")
    }
  }

  @Test func `A part of an unknown kind is rejected`() {
    for kind in UInt8(2)...255 {
      var unknown = payload
      unknown[8] = kind
      #expect(failure(unknown)?.contains("part 1") == true, "\(kind)")
    }
  }
}
