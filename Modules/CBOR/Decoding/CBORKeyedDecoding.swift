/// The container for the fields of a map, which are found by name.
struct CBORKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: CBORValueDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    var (keys, names) = ([Key](), Set<String>())
    // The code uses a loop, because an unspecialized `compactMap` would take thousands of instructions.
    for (name, _) in decoder.allFields() where names.insert(name).inserted {
      if let key = Key(stringValue: name) { keys.append(key) }
    }
    return keys
  }

  func contains(_ key: Key) -> Bool { decoder.field(key.stringValue) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { decoder.document.isNil(at: try field(key)) }

  // These methods are equivalent to the generic ones below, but faster for the most frequent types.
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try leaf(key) { (document, place) throws(CBORFailure) in try document.integer(type, at: place) }
  }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try leaf(key) { (document, place) throws(CBORFailure) in try type.read(document, place) }
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try leaf(key) { (document, place) throws(CBORFailure) in try document.float(type, at: place) }
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try leaf(key) { (document, place) throws(CBORFailure) in try document.text(at: place) }
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try value(key) }

  // The protocol has implementations of its own for these two types, which throw.
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try value(key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try value(key) }

  private func value<T: Decodable>(_ key: Key) throws -> T {
    try decoder.read(T.self, at: field(key), .key(key))
  }

  // The protocol's own method looks the key up three times.
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let place = decoder.field(key.stringValue), !decoder.document.isNil(at: place) else {
      return nil
    }
    return try decoder.read(type, at: place, .key(key))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder.inside(.key(key), field(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder.inside(.key(key), field(key)).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { superDecoder(CBORKey.super) }
  func superDecoder(forKey key: Key) -> any Decoder { superDecoder(key) }

  /// Returns the decoder of a field; of a missing one it finds nil, as in JSON.
  private func superDecoder(_ key: some CodingKey) -> any Decoder {
    decoder.inside(.key(key), decoder.field(key.stringValue) ?? decoder.document.null)
  }

  private func field(_ key: Key) throws -> CBORPlace {
    if let place = decoder.field(key.stringValue) { return place }
    throw DecodingError.keyNotFound(
      key,
      .init(codingPath: codingPath, debugDescription: "No value for the key \(key.stringValue)."))
  }

  /// Reads the value of a field that needs no decoder.
  ///
  /// The method is always inlined, because calling the closure would take longer than most reads.
  @inline(__always)
  private func leaf<Value>(
    _ key: Key, _ read: (CBORDocument, _ place: CBORPlace) throws(CBORFailure) -> Value
  ) throws -> Value {
    let place = try field(key)
    return try decoder.located(.key(key)) { () throws(CBORFailure) in
      try read(decoder.document, place)
    }
  }
}
