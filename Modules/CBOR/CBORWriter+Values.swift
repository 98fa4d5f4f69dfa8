extension CBORWriter {
  /// Appends a value: directly if its type is ``CBORWritable``, otherwise by `encode(to:)`.
  func write<T: Encodable>(_ value: T) throws {
    switch form(of: T.self) {
    case .texts: try String.write(elements: checked(value), to: self)
    case .namedTexts: try writeNamed(checked(value)) { write(text: $0) }
    case .namedNumbers: try writeNamed(checked(value)) { (number: Int) in write(integer: number) }
    case .namedAmounts: try writeNamed(checked(value)) { (amount: Int64) in write(integer: amount) }
    case .own(let form): try write(value, as: form)
    case .codable: try writeCodable(value)
    }
  }

  func form(of type: Any.Type) -> CBORStrategy<any CBORWritable.Type> {
    types.value(for: type) { CBORStrategy(of: type) }
  }

  private func write<T, Form: CBORWritable>(_ value: T, as form: Form.Type) throws {
    let value: Form = try checked(value)
    try value.write(to: self)
  }

  func checked<T, Value>(_ value: T) throws -> Value {
    guard let value: Value = retyped(value) else {
      throw EncodingError.invalid(value, "Not a \(Value.self).")
    }
    return value
  }

  func writeCodable<T: Encodable>(_ value: T) throws {
    let reference = open()
    try value.encode(to: CBORValueEncoder(writer: self, reference: reference))
    try close(reference, value)
  }

  /// Returns the nesting level inside a new container; throws above ``CBORConstant/maximumDepth``.
  func deeper() throws -> Int {
    guard level < CBORConstant.maximumDepth else {
      throw EncodingError.invalid(level, "Nested deeper than \(CBORConstant.maximumDepth) levels.")
    }
    return level + 1
  }

  // MARK: - Open values

  func open() -> CBORFrameReference {
    lastFrame &+= 1
    frames.append(
      CBORFrame(
        id: lastFrame, start: bytes.count, level: level, firstField: fields.count,
        firstNested: nested.count))
    return CBORFrameReference(index: UInt32(frames.count - 1), id: lastFrame)
  }

  func close(_ reference: CBORFrameReference, _ value: @autoclosure () -> Any) throws {
    guard isOpen(reference) else {
      throw EncodingError.invalid(value(), "The encoding of the value has already ended.")
    }
    let frame = frames[frames.count - 1]
    frames.removeAll(from: frames.count - 1)
    if let misuse = frame.misuse { throw EncodingError.invalid(value(), misuse.reason) }
    if nested.count > frame.firstNested { try mergeNested(from: frame.firstNested) }
    switch frame.content {
    case .nothing: writeHead(.map, 0)
    case .single: break
    case .array: setHead(.array, count: frame.count, at: frame.start)
    case .map: setHead(.map, count: frame.count, at: frame.start)
    }
    fields.removeAll(from: frame.firstField)
    level = frame.level
  }

  /// Returns the frame to which a reference points; `nil` unless that frame is the innermost open one.
  @inline(__always)
  func frame(of reference: CBORFrameReference) -> CBORFrame? {
    let index = Int(reference.index)
    guard index == frames.count - 1 else { return nil }
    let frame = frames[index]
    return frame.id == reference.id ? frame : nil
  }

  func isOpen(_ reference: CBORFrameReference) -> Bool { frame(of: reference) != nil }

  /// Sets the kind of a value (single value, array or map) when its `encode(to:)` creates a container.
  ///
  /// If `encode(to:)` creates several array containers, all of them write to the same array. Several map
  /// containers write to the same map. A second single value, or a container of another kind, is an
  /// error.
  func begin(_ content: CBORFrame.Content, _ reference: CBORFrameReference) {
    guard isOpen(reference) else { return }
    let index = Int(reference.index)
    if frames[index].content == .nothing {
      frames[index].content = content
      guard content != .single else { return }
      // `close(_:_:)` replaces this byte with the head.
      bytes.append(0)
      if frames[index].level >= CBORConstant.maximumDepth {
        frames[index].misuse = .depth
      }
    } else if frames[index].content != content || content == .single {
      frames[index].misuse = .mixture
    }
  }

  // MARK: - Nested containers

  /// Returns a separate writer for a nested container.
  ///
  /// The current end of this writer's bytes is recorded. When the encoding of the enclosing value ends,
  /// the bytes of the nested container are inserted at the recorded position.
  func openNested(at path: [any CodingKey]) -> CBORWriter {
    let writer = spare ?? CBORWriter(types: types)
    spare = nil
    (writer.userInfo, writer.path, writer.level) = (userInfo, path, level)
    _ = writer.open()
    nested.append(CBORNestedWriter(offset: bytes.count, writer: writer))
    return writer
  }

  private func mergeNested(from first: Int) throws {
    var children = nested.withElements(from: first) { Array($0) }
    nested.removeAll(from: first)
    guard let start = children.first?.offset else { return }
    let own = cut(from: start)
    var copied = 0
    for child in children {
      write(raw: [UInt8](own[copied..<child.offset - start]))
      copied = child.offset - start
      do {
        try child.writer.close(.root, child.writer.path)
      } catch {
        throw EncodingError.located(error, at: child.writer.path)
      }
      child.writer.bytes.withElements(from: 0) { bytes.append(contentsOf: $0) }
    }
    write(raw: [UInt8](own[copied...]))
    if var last = children.popLast()?.writer, last.isReusable, isKnownUniquelyReferenced(&last) {
      last.bytes.removeAll(from: 0)
      last.lastFrame = 0
      spare = last
    }
  }
}
