/// A growing list that belongs to one object alone.
///
/// An `Array` in a property of a class is guarded against overlapping access at every single use, which
/// costs a third of the time of encoding. This list keeps its state behind a pointer, where there is no
/// such guard, and needs none: elements come and go as copies, nobody holds on to one. Every index is
/// checked, as in an array.
final class CBORBuffer<Element> {
  private struct State {
    var elements: UnsafeMutableBufferPointer<Element>
    var count = 0
  }

  private let state: UnsafeMutablePointer<State>

  init(capacity: Int) {
    state = .allocate(capacity: 1)
    state.initialize(to: State(elements: .allocate(capacity: capacity)))
  }

  deinit {
    removeAll(from: 0)
    state.pointee.elements.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  var count: Int { state.pointee.count }
  var capacity: Int { state.pointee.elements.count }

  subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count, "Index out of range")
      return state.pointee.elements[index]
    }
    set {
      precondition(index >= 0 && index < count, "Index out of range")
      state.pointee.elements[index] = newValue
    }
  }

  /// Changes an element where it is; `body` must not touch the list.
  @inline(__always)
  func update(_ index: Int, _ body: (inout Element) -> Void) {
    precondition(index >= 0 && index < count, "Index out of range")
    body(&state.pointee.elements[index])
  }

  /// For reading, until the list is changed.
  @inline(__always)
  func withElements<Result>(
    _ range: Range<Int>, _ body: (UnsafeBufferPointer<Element>) -> Result
  ) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "Index out of range")
    return body(UnsafeBufferPointer(rebasing: state.pointee.elements[range]))
  }

  func withElements<Result>(
    from start: Int, _ body: (UnsafeBufferPointer<Element>) -> Result
  ) -> Result {
    withElements(start..<count, body)
  }

  func append(_ element: Element) {
    reserve(1)
    state.pointee.elements.initializeElement(at: count, to: element)
    state.pointee.count += 1
  }

  func append(contentsOf elements: UnsafeBufferPointer<Element>) {
    reserve(elements.count)
    _ = state.pointee.elements[count...].initialize(fromContentsOf: elements)
    state.pointee.count += elements.count
  }

  func removeAll(from start: Int) {
    precondition(start >= 0 && start <= count, "Index out of range")
    state.pointee.elements[start..<count].deinitialize()
    state.pointee.count = start
  }

  private func reserve(_ wanted: Int) {
    let old = state.pointee.elements
    guard wanted > old.count - count else { return }
    let larger = UnsafeMutableBufferPointer<Element>
      .allocate(capacity: max(old.count * 2, count + wanted))
    _ = larger.moveInitialize(fromContentsOf: old[..<count])
    old.deallocate()
    state.pointee.elements = larger
  }
}

extension CBORBuffer<UInt8> {
  /// Whether no byte has its highest bit, looked at eight at a time.
  func isASCII(_ range: Range<Int>) -> Bool {
    withElements(range) { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      var (index, found) = (0, UInt64(0))
      while index + 8 <= bytes.count {
        found |= bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        index += 8
      }
      while index < bytes.count {
        found |= UInt64(bytes[index])
        index += 1
      }
      return found & 0x8080_8080_8080_8080 == 0
    }
  }

  /// Whether these bytes are there, compared eight at a time.
  func contains(_ other: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    guard other.count <= count - start else { return false }
    return withElements(start..<start + other.count) { own in
      let (own, other) = (UnsafeRawBufferPointer(own), UnsafeRawBufferPointer(other))
      var index = 0
      while index + 8 <= other.count {
        let word = own.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        if word != other.loadUnaligned(fromByteOffset: index, as: UInt64.self) { return false }
        index += 8
      }
      while index < other.count {
        if own[index] != other[index] { return false }
        index += 1
      }
      return true
    }
  }
}
