/// A collection that is read in one loop, because its Codable containers would take most of the time.
protocol CBORReadable: Decodable {
  static func read(from decoder: CBORValueDecoder) throws -> Self
}

extension Array: CBORReadable where Element: Decodable {
  static func read(from decoder: CBORValueDecoder) throws -> [Element] {
    try decoder.elements(of: Element.self) { .index($0) }
  }
}

/// Only dictionaries with text keys are read here; the others read themselves.
extension Dictionary: CBORReadable where Key: Decodable, Value: Decodable {
  static func read(from decoder: CBORValueDecoder) throws -> [Key: Value] {
    try retyped(
      decoder.entries { value, key in
        try decoder.read(Value.self, at: value, .key(CBORKey(stringValue: key)))
      })
  }
}

extension CBORValueDecoder {
  /// Reads the elements of an array, each with a step of its coding path.
  func elements<Element: Decodable>(
    of type: Element.Type, _ step: (_ index: Int) -> CBORStep
  ) throws -> [Element] {
    let count = try count(of: .array)
    guard case .codable = document.forms.form(of: type) else {
      return try document.elements(of: place, count: count) { try read(type, at: $0, step($1)) }
    }
    var inner = inside(.same, place)
    return try document.elements(of: place, count: count) { place, index in
      // A decoder that the last element has not kept is used again.
      if !isKnownUniquelyReferenced(&inner) { inner = inside(.same, place) }
      inner.move(to: place, step(index))
      return try Element(from: inner)
    }
  }

  @inline(__always)
  fileprivate func entries<Value>(
    _ read: (_ place: CBORPlace, _ key: String) throws -> Value
  ) throws -> [String: Value] {
    try document.entries(of: place, count: count(of: .map)) { key in
      try located { () throws(CBORFailure) in try document.text(at: key) }
    } value: {
      try read($0, $1)
    }
  }
}

extension CBORDocument {
  /// Reads the elements of an array.
  @inline(__always)
  func elements<Element, Failure: Error>(
    of place: CBORPlace, count: Int,
    _ read: (_ place: CBORPlace, _ index: Int) throws(Failure) -> Element
  ) throws(Failure) -> [Element] {
    var elements: [Element] = []
    // Not more, because an element may take much more memory than its bytes.
    elements.reserveCapacity(min(count, 1 << 14))
    var element = content(of: place).first
    for index in 0..<count {
      elements.append(try read(element, index))
      element = end(of: element)
    }
    return elements
  }

  /// Reads the entries of a map; of equal keys the first one counts, as in JSON.
  @inline(__always)
  func entries<Value, Failure: Error>(
    of place: CBORPlace, count: Int, key readKey: (_ place: CBORPlace) throws(Failure) -> String,
    value read: (_ place: CBORPlace, _ key: String) throws(Failure) -> Value
  ) throws(Failure) -> [String: Value] {
    var entries = [String: Value](minimumCapacity: min(count, 1 << 14))
    var key = content(of: place).first
    for _ in 0..<count {
      let value = end(of: key)
      let name = try readKey(key)
      if let earlier = entries.updateValue(try read(value, name), forKey: name) {
        entries[name] = earlier
      }
      key = end(of: value)
    }
    return entries
  }

  /// Returns the number of elements or entries; throws if the item is another container.
  func count(of kind: CBORHead.Kind, at place: CBORPlace) throws(CBORFailure) -> Int {
    let head = head(at: place)
    if head.kind == kind, !head.isNumber { return Int(head.argument) }
    throw mismatch(kind == .array ? [Any].self : [String: Any].self, place)
  }
}
