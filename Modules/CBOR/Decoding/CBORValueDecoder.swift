/// The `Decoder` that `init(from:)` receives: an item of a document with its coding path.
///
/// It is a class, because a `Decoder` is passed as an existential, and because the values inside
/// refer to it as the rest of their coding paths. It is valid as long as it is referenced.
final class CBORValueDecoder {
  let document: CBORDocument
  private(set) var place: CBORPlace
  private let parent: CBORValueDecoder?
  private var step: CBORStep
  /// The values of a map by their keys, if their bytes are not compared one by one.
  private var index: [String: CBORPlace]?

  /// The maximum number of entries of a map without an index.
  private static let few = 32

  init(_ document: CBORDocument, _ place: CBORPlace, parent: CBORValueDecoder?, _ step: CBORStep) {
    self.document = document
    self.place = place
    self.parent = parent
    self.step = step
  }

  /// Creates the decoder of a value inside this one.
  @inline(__always)
  func inside(_ step: CBORStep, _ place: CBORPlace) -> CBORValueDecoder {
    CBORValueDecoder(document, place, parent: self, step)
  }

  /// Makes this the decoder of another value inside of its parent; only if nothing refers to it.
  func move(to place: CBORPlace, _ step: CBORStep) {
    self.place = place
    self.step = step
    index = nil
  }

  var codingPath: [any CodingKey] {
    var reversed: [any CodingKey] = []
    var place: CBORValueDecoder? = self
    while let current = place {
      reversed += current.step.keys
      place = current.parent
    }
    return reversed.reversed()
  }

  // MARK: - Values

  /// Reads a value that is this one (`.same`), or inside of it.
  @inline(__always)
  func read<T: Decodable>(
    _ type: T.Type, at place: CBORPlace, _ step: @autoclosure () -> CBORStep
  ) throws -> T {
    switch document.forms.form(of: type) {
    case .leaf(let leaf): try read(leaf, at: place, step())
    case .collection(let type): try read(type, from: inside(step(), place))
    case .codable: try T(from: inside(step(), place))
    }
  }

  private func read<Leaf: CBORLeaf, T>(
    _ leaf: Leaf.Type, at place: CBORPlace, _ step: @autoclosure () -> CBORStep
  ) throws -> T {
    retyped(try located(step()) { () throws(CBORFailure) in try leaf.read(document, place) })
  }

  private func read<Collection: CBORReadable, T>(
    _ collection: Collection.Type, from decoder: CBORValueDecoder
  ) throws -> T {
    retyped(try collection.read(from: decoder))
  }

  /// Gives a failure of `body` the coding path of the value that it reads.
  @inline(__always)
  func located<Value>(
    _ step: @autoclosure () -> CBORStep = .same, _ body: () throws(CBORFailure) -> Value
  ) throws -> Value {
    do throws(CBORFailure) {
      return try body()
    } catch {
      throw error.decodingError(at: codingPath + step().keys)
    }
  }

  // MARK: - Containers

  /// Returns the number of elements or entries; throws if this value is another container.
  func count(of kind: CBORHead.Kind) throws -> Int {
    try located { () throws(CBORFailure) in try document.count(of: kind, at: place) }
  }

  /// Returns the value of a field; `nil` if the map has no such field.
  @inline(__always)
  func field(_ name: String) -> CBORPlace? {
    if let index { return index[name] }
    if let value = name.withBytes({ document.value(of: $0, in: place) }) { return value }
    // A text of other bytes may be equal to a key: the Kelvin sign equals the letter K.
    return name.utf8.allSatisfy { $0 < 0x80 } ? nil : allFields().first { $0.name == name }?.value
  }

  private func openMap() throws {
    let count = try count(of: .map)
    guard index == nil, count > Self.few || !document.hasPlainKeys(in: place) else { return }
    index = [String: CBORPlace](allFields().map { ($0.name, $0.value) }) { first, _ in first }
  }

  /// Returns the fields whose keys are texts, in the sequence of the document.
  func allFields() -> [(name: String, value: CBORPlace)] {
    var fields: [(name: String, value: CBORPlace)] = []
    var (key, end) = document.content(of: place)
    while key.offset < end {
      let value = document.end(of: key)
      if let name = document.key(at: key) { fields.append((name, value)) }
      key = document.end(of: value)
    }
    return fields
  }
}

extension CBORValueDecoder: Decoder, SingleValueDecodingContainer {
  var userInfo: [CodingUserInfoKey: Any] { document.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try openMap()
    return KeyedDecodingContainer(CBORKeyedDecoding<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    CBORUnkeyedDecoding(decoder: self, count: try count(of: .array))
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { document.isNil(at: place) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try read(type, at: place, .same) }

  // The protocol has implementations of its own for these two types, which throw.
  func decode(_ type: Int128.Type) throws -> Int128 { try read(type, at: place, .same) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try read(type, at: place, .same) }
}

extension CBORDocument {
  /// Returns the value of the first plain key with these bytes.
  fileprivate func value(
    of name: UnsafeBufferPointer<UInt8>, in map: CBORPlace
  ) -> CBORPlace? {
    guard name.count < 24 else { return nil }
    let initial = CBORHead.Kind.text.rawValue << 5 | UInt8(name.count)
    var (key, end) = content(of: map)
    while key.offset < end {
      let value = self.end(of: key)
      if bytes[key.offset] == initial,
        name.hasSameBytes(as: slice(key.offset + 1..<value.offset))
      {
        return value
      }
      key = self.end(of: value)
    }
    return nil
  }

  fileprivate func hasPlainKeys(in map: CBORPlace) -> Bool {
    if hasPlainKeys { return true }
    var (key, end) = content(of: map)
    while key.offset < end {
      guard CBORScan.isPlainKey(bytes, key.offset) else { return false }
      key = self.end(of: self.end(of: key))
    }
    return true
  }

  /// Returns a key that is a text; `nil` for any other key, which no type asks for.
  fileprivate func key(at place: CBORPlace) -> String? {
    guard head(at: place).kind == .text else { return nil }
    do { return try text(at: place) } catch { return nil }
  }
}
