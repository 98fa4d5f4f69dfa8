/// The `Encoder` that `encode(to:)` receives: a value that is being written.
///
/// The bytes of a value are written where they belong, so only the innermost open value may write.
/// A container that may be filled later (a nested one, or that of a superclass) has an output of its
/// own, which is inserted when the enclosing value ends.
final class CBORValueEncoder {
  enum Content { case nothing, single, array, map, ended }

  let writer: CBORWriter
  /// The number of elements or fields.
  private(set) var count = 0

  private let parent: CBORValueEncoder?
  private let step: CBORStep
  /// The number of arrays and maps around the value.
  private let level: Int
  private let number: Int
  private let outer: Int
  private let start: Int
  private let firstEntry: Int

  private var content = Content.nothing
  /// Whether a key has characters outside ASCII, so that it may equal a key of other bytes.
  private var hasOtherKeys = false
  /// State that few values need, in an object of its own, because each value has an encoder.
  private var rare: Rare?

  private final class Rare {
    /// The containers with an output of their own, and where their bytes are inserted.
    var inserted: [(offset: Int, encoder: CBORValueEncoder)] = []
    /// The fields, from the first nested container on: its encoder, or nil for a value.
    var fields: [String: CBORValueEncoder?]?
    /// A failure in a method that cannot throw.
    var failure: CBORFailure?
  }

  private var withRare: Rare {
    let rare = rare ?? Rare()
    self.rare = rare
    return rare
  }

  init(
    _ writer: CBORWriter, parent: CBORValueEncoder? = nil, _ step: CBORStep = .same, level: Int = 0
  ) {
    self.writer = writer
    self.parent = parent
    self.step = step
    self.level = level
    number = writer.nextNumber()
    outer = writer.innermost
    start = writer.bytes.count
    firstEntry = writer.entries.count
    writer.innermost = number
  }

  var codingPath: [any CodingKey] { (parent?.codingPath ?? []) + step.keys }

  // MARK: - Values

  /// Writes a value inside this one, or in its place (`.same`).
  @inline(__always)
  func write<T: Encodable>(_ value: T, _ step: @autoclosure () -> CBORStep) throws {
    switch writer.forms.form(of: T.self) {
    case .leaf(let leaf): try write(value, as: leaf, step())
    case .collection(let type): try write(value, as: type, step())
    case .codable: try writeCodable(value, step())
    }
  }

  func writeCodable<T: Encodable>(_ value: T, _ step: CBORStep) throws {
    let encoder = inside(step)
    defer { encoder.leave() }
    try value.encode(to: encoder)
    try encoder.end(value)
  }

  private func write<T, Leaf: CBORLeaf>(
    _ value: T, as leaf: Leaf.Type, _ step: @autoclosure () -> CBORStep
  ) throws {
    let value: Leaf = retyped(value)
    try located(value, step()) { () throws(CBORFailure) in
      if level + Leaf.depth >= CBORConstant.maximumDepth {
        guard level(of: step()) + Leaf.depth <= CBORConstant.maximumDepth else { throw .tooDeep }
      }
      try value.write(to: writer)
    }
  }

  private func write<T, Collection: CBORWritable>(
    _ value: T, as collection: Collection.Type, _ step: @autoclosure () -> CBORStep
  ) throws {
    let value: Collection = retyped(value)
    let encoder = inside(step())
    defer { encoder.leave() }
    guard encoder.level < CBORConstant.maximumDepth else {
      throw CBORFailure.tooDeep.encodingError(of: value, at: encoder.codingPath)
    }
    try value.write(to: encoder)
  }

  /// Creates the encoder of a value inside this one, with the same output.
  @inline(__always)
  private func inside(_ step: CBORStep) -> CBORValueEncoder {
    CBORValueEncoder(writer, parent: self, step, level: level(of: step))
  }

  private func level(of step: CBORStep) -> Int {
    if case .same = step { level } else { level + 1 }
  }

  /// Runs `body`, and gives its failure the coding path of the value that it writes.
  @inline(__always)
  func located(
    _ value: @autoclosure () -> Any, _ step: @autoclosure () -> CBORStep,
    _ body: () throws(CBORFailure) -> Void
  ) throws {
    do throws(CBORFailure) {
      try body()
    } catch {
      throw error.encodingError(of: value(), at: codingPath + step().keys)
    }
  }

  // MARK: - Containers

  /// Determines the kind of the value when its `encode(to:)` creates a container.
  ///
  /// Several containers of the same kind write to the same array or map.
  private func begin(_ kind: Content) {
    if content == .nothing {
      content = kind
      // `end(_:)` replaces this byte with the head.
      writer.bytes.append(0)
      if level >= CBORConstant.maximumDepth { fail(.tooDeep) }
    } else if content != kind {
      fail(.misused)
    }
  }

  private func fail(_ reason: CBORFailure) {
    // The first failure is the reason of the later ones.
    withRare.failure = rare?.failure ?? reason
  }

  /// Writes an element, a field or a single value.
  ///
  /// If `write` throws, all that it has written is removed.
  ///
  /// The method is always inlined, because calling the closures would take longer than most writes.
  @inline(__always)
  func element(
    _ step: @autoclosure () -> CBORStep, name: String? = nil, _ write: () throws -> Void
  ) throws {
    try check(step())
    let (start, firstEntry) = (writer.bytes.count, writer.entries.count)
    if let name { writeKey(name) }
    let keyEnd = writer.bytes.count
    do {
      try write()
    } catch {
      writer.bytes.removeAll(from: start)
      writer.entries.removeAll(from: firstEntry)
      throw error
    }
    count += 1
    if let name {
      writer.endEntry(start, keyEnd: keyEnd)
      rare?.fields?[name] = .some(nil)
    }
  }

  @inline(__always)
  private func check(_ step: @autoclosure () -> CBORStep) throws {
    guard rare?.failure == nil, writer.innermost == number else {
      throw (rare?.failure ?? .misused).encodingError(of: (), at: codingPath + step().keys)
    }
  }

  @inline(__always)
  private func writeKey(_ name: String) {
    name.withBytes { utf8 in
      writer.writeHead(.text, UInt64(utf8.count))
      writer.bytes.append(contentsOf: utf8)
      if !utf8.isASCII { hasOtherKeys = true }
    }
  }

  /// Writes the value of a single value container.
  private func single(_ write: () throws -> Void) throws {
    if content != .nothing { fail(.misused) }
    try element(.same, write)
    content = .single
  }

  /// Returns an encoder for the next element or field, which may be filled until this value ends.
  func insert(_ step: CBORStep, name: String? = nil) -> CBORValueEncoder {
    let encoder = CBORValueEncoder(
      CBORWriter(capacity: 64, userInfo: writer.userInfo), parent: self, step, level: level + 1)
    do {
      try element(step, name: name) { withRare.inserted.append((writer.bytes.count, encoder)) }
    } catch {
      // This method cannot throw, so the encoder and this value do.
      fail(.misused)
      encoder.fail(rare?.failure ?? .misused)
    }
    return encoder
  }

  /// Returns the encoder for a nested container, which is the same one for the same key, as in JSON.
  func insertNested(_ key: some CodingKey) -> CBORValueEncoder {
    let (name, rare) = (key.stringValue, withRare)
    if rare.fields == nil, content == .map {
      rare.fields = Dictionary(writer.names(from: firstEntry).map { ($0, nil) }) { $1 }
    }
    switch rare.fields?[name] {
    case .some(let known?): return known
    case .some(nil): fail(CBORFailure("A nested container for the key of a value: \(name)."))
    case nil: break
    }
    let encoder = insert(.key(key), name: name)
    rare.fields?[name] = encoder
    return encoder
  }

  // MARK: - The end of a value

  /// Ends a value that its `encode(to:)` has written.
  func end(_ value: @autoclosure () -> Any) throws {
    if let rare {
      if let failure = rare.failure { throw failure.encodingError(of: value(), at: codingPath) }
      for (_, encoder) in rare.inserted { try encoder.end(()) }
    }
    switch content {
    case .nothing: writer.writeHead(.map, 0)
    case .single, .ended: break
    case .array: endArray()
    case .map: try located(value(), .same) { () throws(CBORFailure) in try endMap() }
    }
  }

  /// Makes the containers of the value unusable, whether it has been written or has failed.
  private func leave() {
    content = .ended
    writer.innermost = outer
    // These encoders refer to this one.
    for (_, encoder) in rare?.inserted ?? [] { encoder.leave() }
    rare = nil
  }

  private func endArray() {
    let bytes = writer.bytes
    let inserted = rare?.inserted ?? []
    guard count >= 24 || !inserted.isEmpty else { return setShortHead(.array) }
    let end = bytes.count
    var copied = start + 1
    writer.writeHead(.array, UInt64(count))
    for (offset, encoder) in inserted {
      bytes.append(copyOf: copied..<offset)
      bytes.append(contentsOf: encoder.output)
      copied = offset
    }
    bytes.append(copyOf: copied..<end)
    bytes.remove(start..<end)
  }

  private func endMap() throws(CBORFailure) {
    let (bytes, entries) = (writer.bytes, writer.entries)
    let inserted = rare?.inserted ?? []
    let isUnsorted = writer.sortEntries(from: firstEntry)
    let isMoved = writer.removeRepeatedKeys(from: firstEntry) || isUnsorted
    if hasOtherKeys { try writer.checkSpellings(from: firstEntry) }
    defer { entries.removeAll(from: firstEntry) }
    count = entries.count - firstEntry
    guard isMoved || count >= 24 || !inserted.isEmpty else { return setShortHead(.map) }
    let end = bytes.count
    let outputs = Dictionary(uniqueKeysWithValues: inserted)
    writer.writeHead(.map, UInt64(count))
    for index in firstEntry..<entries.count {
      let entry = entries[index]
      bytes.append(copyOf: entry.start..<entry.end)
      if entry.keyEnd == entry.end, let encoder = outputs[entry.end] {
        bytes.append(contentsOf: encoder.output)
      }
    }
    bytes.remove(start..<end)
  }

  private func setShortHead(_ kind: CBORHead.Kind) {
    writer.bytes[start] = kind.rawValue << 5 | UInt8(count)
  }

  /// The bytes of a value with an output of its own.
  private var output: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(writer.bytes.slice(0..<writer.bytes.count))
  }
}

extension CBORValueEncoder: Encoder, SingleValueEncodingContainer {
  var userInfo: [CodingUserInfoKey: Any] { writer.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    begin(.map)
    return KeyedEncodingContainer(CBORKeyedEncoding<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    begin(.array)
    return CBORUnkeyedEncoding(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() throws { try single { writer.writeNull() } }
  func encode<T: Encodable>(_ value: T) throws { try single { try write(value, .same) } }

  // The protocol has implementations of its own for these two types, which throw.
  func encode(_ value: Int128) throws { try single { try write(value, .same) } }
  func encode(_ value: UInt128) throws { try single { try write(value, .same) } }
}
