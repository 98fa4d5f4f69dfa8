#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ValueCoding where Value: Identifiable, Value.ID: Sendable {
  /// The coding of a whole collection: each element's payload after its length, end to end.
  ///
  /// Elements stay apart on disk, so that each takes the schema's steps by itself.
  var ofMany: ValueCoding<IdentifiedArray<Value>> {
    ValueCoding<IdentifiedArray<Value>>(version: version) { elements in
      var payload = Data()
      for element in elements {
        let bytes = try encode(element)
        payload.append(littleEndian: UInt32(bytes.count))
        payload.append(bytes)
      }
      return payload
    } decode: { payload, version throws(DecodingFailure) in
      var elements: [Value] = []
      var rest = payload[...]
      while !rest.isEmpty {
        guard let length = rest.popLittleEndian(), length <= rest.count else {
          throw .undecodable("element \(elements.count): cut short")
        }
        elements.append(try decode(Data(rest.prefix(Int(length))), version))
        rest = rest.dropFirst(Int(length))
      }
      return IdentifiedArray(elements)
    }
  }
}

extension Data {
  mutating func append(littleEndian value: UInt32) {
    for shift in [0, 8, 16, 24] { append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  /// Takes four bytes from the front, or nothing when there are fewer.
  mutating func popLittleEndian() -> UInt32? {
    guard count >= 4 else { return nil }
    let value = prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    self = dropFirst(4)
    return value
  }
}
