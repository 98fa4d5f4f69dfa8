/// A growing array with faster access than an `Array` in a property of a class.
///
/// Swift checks every access to an `Array` in a property of a class for exclusivity, which takes a
/// third of the time of encoding. Accesses through a pointer are not checked, so this buffer accesses
/// its state through a pointer. The accesses are exclusive even without the check: elements are copied
/// in and out, and no reference to an element outlives a call. Every index is checked, as in an array.
final class CBORBuffer<Element> {
  private struct State {
    var elements: UnsafeMutablePointer<Element>
    var capacity: Int
    var count = 0
  }

  private let state: UnsafeMutablePointer<State>

  init(capacity: Int) {
    state = .allocate(capacity: 1)
    state.initialize(to: State(elements: .allocate(capacity: capacity), capacity: capacity))
  }

  deinit {
    removeAll(from: 0)
    state.pointee.elements.deallocate()
    state.deallocate()
  }

  var count: Int { state.pointee.count }
  var capacity: Int { state.pointee.capacity }

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

  /// Changes an element in place; `body` must not access the buffer.
  @inline(__always)
  func update(_ index: Int, _ body: (inout Element) -> Void) {
    precondition(index >= 0 && index < count, "Index out of range")
    body(&state.pointee.elements[index])
  }

  /// Calls `body` with a pointer to a range of elements; the pointer is valid until the buffer changes.
  @inline(__always)
  func withElements<Result>(
    _ range: Range<Int>, _ body: (UnsafeBufferPointer<Element>) -> Result
  ) -> Result {
    check(range)
    return body(
      UnsafeBufferPointer(start: state.pointee.elements + range.lowerBound, count: range.count))
  }

  func withElements<Result>(
    from start: Int, _ body: (UnsafeBufferPointer<Element>) -> Result
  ) -> Result {
    withElements(start..<count, body)
  }

  func append(_ element: Element) {
    reserve(1)
    (state.pointee.elements + count).initialize(to: element)
    state.pointee.count += 1
  }

  func append(contentsOf elements: UnsafeBufferPointer<Element>) {
    reserve(elements.count)
    guard let first = elements.baseAddress else { return }
    (state.pointee.elements + count).initialize(from: first, count: elements.count)
    state.pointee.count += elements.count
  }

  /// Appends a copy of a range of the buffer's elements.
  func append(copyOf range: Range<Int>) {
    check(range)
    reserve(range.count)
    let elements = state.pointee.elements
    (elements + count).initialize(from: elements + range.lowerBound, count: range.count)
    state.pointee.count += range.count
  }

  func sort(from start: Int, by precedes: (Element, Element) -> Bool) {
    check(start..<count)
    var elements = UnsafeMutableBufferPointer(
      start: state.pointee.elements + start, count: count - start)
    elements.sort(by: precedes)
  }

  func remove(_ range: Range<Int>) {
    check(range)
    let start = state.pointee.elements + range.lowerBound
    start.deinitialize(count: range.count)
    start.moveInitialize(from: start + range.count, count: count - range.upperBound)
    state.pointee.count -= range.count
  }

  /// Removes and returns all elements; the caller deallocates their memory.
  func takeAll() -> UnsafeMutableBufferPointer<Element> {
    let taken = UnsafeMutableBufferPointer(start: state.pointee.elements, count: count)
    state.pointee = State(elements: .allocate(capacity: 1), capacity: 1)
    return taken
  }

  func removeAll(from start: Int) {
    check(start..<count)
    (state.pointee.elements + start).deinitialize(count: count - start)
    state.pointee.count = start
  }

  /// Runs `body` while the buffer uses the memory of `elements` as its contents.
  ///
  /// The buffer must be empty, and `body` must not append. After `body`, the method calls `isNeeded`. If
  /// `isNeeded` returns `true`, the buffer copies the elements, and they can still be read. Otherwise
  /// the buffer is empty again, and the elements are never copied.
  func borrowing<Result>(
    _ elements: UnsafeBufferPointer<Element>, while body: () throws -> Result,
    andAfterwards isNeeded: () -> Bool
  ) rethrows -> Result {
    guard let first = elements.baseAddress else { return try body() }
    precondition(count == 0, "The buffer is not empty")
    let own = state.pointee
    state.pointee = State(
      elements: UnsafeMutablePointer(mutating: first), capacity: elements.count,
      count: elements.count)
    defer {
      state.pointee = own
      if isNeeded() { append(contentsOf: elements) }
    }
    return try body()
  }

  @inline(__always)
  private func check(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "Index out of range")
  }

  /// Reserves memory for `wanted` more elements.
  ///
  /// Only the check is inlined, because the buffer almost always has enough memory already.
  @inline(__always)
  private func reserve(_ wanted: Int) {
    if wanted > capacity - count { grow(by: wanted) }
  }

  @inline(never)
  private func grow(by wanted: Int) {
    let old = state.pointee.elements
    // A large buffer grows by the factor 8, because moving its elements is slow. The unused memory
    // costs nothing until it is accessed.
    let factor = capacity < 1 << 14 ? 2 : 8
    state.pointee.capacity = max(capacity * factor, count + wanted)
    state.pointee.elements = .allocate(capacity: capacity)
    state.pointee.elements.moveInitialize(from: old, count: count)
    old.deallocate()
  }
}
