extension CBORWriter {
  /// Writes one element or field of a value whose `encode(to:)` is running.
  ///
  /// If `write` throws, the bytes that it has written and the name of the field are removed.
  ///
  /// The method is always inlined, because calling the closures would take longer than most writes.
  @inline(__always)
  func element<Key: CodingKey>(
    of reference: CBORFrameReference, at key: @autoclosure () -> Key, name: String? = nil,
    _ write: () throws -> Void
  ) throws {
    let (start, fieldCount, nestedCount) = (bytes.count, fields.count, nested.count)
    try begin(in: reference, name: name)
    do {
      try write()
      frames.update(Int(reference.index)) { $0.count += 1 }
    } catch {
      bytes.removeAll(from: start)
      fields.removeAll(from: fieldCount)
      nested.removeAll(from: nestedCount)
      frames.removeAll(from: Int(reference.index) + 1)
      throw EncodingError.located(error, at: path(of: reference) + [key()])
    }
  }

  private func begin(in reference: CBORFrameReference, name: String?) throws {
    guard let frame = frame(of: reference) else {
      throw EncodingError.invalid(
        name ?? "", "The container was used after its value ended.")
    }
    if let misuse = frame.misuse { throw EncodingError.invalid(name ?? "", misuse.reason) }
    level = frame.level + 1
    if let name { try write(name: name, in: frame) }
  }

  /// Writes the name of a field to the innermost open map; throws if the map already contains the name.
  private func write(name: String, in frame: CBORFrame) throws {
    let start = bytes.count
    let (bit, length) = name.withBytes { utf8 in
      write(utf8: utf8)
      return (utf8.nameBit, utf8.count)
    }
    let utf8 = bytes.count - length..<bytes.count
    if frame.written & bit != 0 {
      for other in frame.firstField..<fields.count where bytes.isEqual(fields[other], utf8) {
        bytes.removeAll(from: start)
        throw EncodingError.invalid(name, "Duplicate key.")
      }
    }
    frames.update(frames.count - 1) { $0.written |= bit }
    fields.append(utf8)
  }

  /// Returns the coding path of an open value, relative to the innermost running `encode(to:)`.
  ///
  /// The path is empty for a value that is encoded by its own `encode(to:)`. It is ``path`` for a nested
  /// container, which is the value at index 0 of a nested writer.
  func path(of reference: CBORFrameReference) -> [any CodingKey] {
    reference.index == 0 ? path : []
  }
}
