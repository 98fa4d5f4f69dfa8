#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A growing array of trivial elements, with faster access than an `Array` in a property of a class.
///
/// Swift checks every change of an `Array` in a property of a class for exclusivity, which takes a
/// third of the time of encoding. Accesses through a pointer are not checked. They are exclusive even
/// without the check: elements are copied in and out, and no pointer outlives a call. Every index is
/// checked, as in an array. The owner calls ``deallocate()``.
struct CBORBuffer<Element: BitwiseCopyable> {
  private struct State {
    var elements: UnsafeMutablePointer<Element>
    var capacity: Int
    var count = 0
  }

  private let state: UnsafeMutablePointer<State>

  init(capacity: Int) {
    state = .allocate(capacity: 1)
    let elements = Self.reallocate(nil, capacity: capacity)
    state.initialize(to: State(elements: elements, capacity: capacity))
  }

  func deallocate() {
    free(state.pointee.elements)
    state.deallocate()
  }

  var count: Int { state.pointee.count }

  subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count, "Index out of range")
      return state.pointee.elements[index]
    }
    nonmutating set {
      precondition(index >= 0 && index < count, "Index out of range")
      state.pointee.elements[index] = newValue
    }
  }

  /// A range of elements; valid until the buffer changes.
  @inline(__always)
  func slice(_ range: Range<Int>) -> UnsafeMutableBufferPointer<Element> {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "Index out of range")
    return UnsafeMutableBufferPointer(
      start: state.pointee.elements + range.lowerBound, count: range.count)
  }

  @inline(__always)
  func append(_ element: Element) {
    if count == state.pointee.capacity { grow(by: 1) }
    (state.pointee.elements + count).initialize(to: element)
    state.pointee.count += 1
  }

  @inline(__always)
  func append(contentsOf other: UnsafeBufferPointer<Element>) {
    guard let first = other.baseAddress else { return }
    if other.count > state.pointee.capacity - count { grow(by: other.count) }
    (state.pointee.elements + count).initialize(from: first, count: other.count)
    state.pointee.count += other.count
  }

  /// Appends a copy of a range of the buffer's own elements.
  func append(copyOf range: Range<Int>) {
    if range.count > state.pointee.capacity - count { grow(by: range.count) }
    append(contentsOf: UnsafeBufferPointer(slice(range)))
  }

  /// Removes a range, and moves the elements behind it.
  func remove(_ range: Range<Int>) {
    let rest = slice(range.upperBound..<count)
    if let target = slice(range).baseAddress, let first = rest.baseAddress {
      target.update(from: first, count: rest.count)
    }
    state.pointee.count -= range.count
  }

  func removeAll(from start: Int) {
    precondition(start >= 0 && start <= count, "Index out of range")
    state.pointee.count = start
  }

  @inline(never)
  private func grow(by wanted: Int) {
    let capacity = max(2 * state.pointee.capacity, count + wanted)
    state.pointee.elements = Self.reallocate(state.pointee.elements, capacity: capacity)
    state.pointee.capacity = capacity
  }

  /// Allocates or enlarges memory; the system can enlarge a large block without a copy.
  private static func reallocate(
    _ old: UnsafeMutablePointer<Element>?, capacity: Int
  ) -> UnsafeMutablePointer<Element> {
    guard let memory = realloc(old, capacity * MemoryLayout<Element>.stride) else {
      preconditionFailure("Out of memory")
    }
    return memory.bindMemory(to: Element.self, capacity: capacity)
  }
}

extension CBORBuffer<UInt8> {
  /// Returns up to eight bytes at the start of a range as a big-endian number, followed by zeros.
  func firstWord(of range: Range<Int>) -> UInt64 {
    let bytes = UnsafeRawBufferPointer(slice(range))
    if bytes.count >= 8 { return UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)) }
    var word: UInt64 = 0
    for byte in bytes { word = word << 8 | UInt64(byte) }
    return word << (64 - 8 * UInt64(bytes.count))
  }

  /// Compares the bytes of two ranges: negative if the first are first, zero if they are equal.
  func compare(_ one: Range<Int>, _ other: Range<Int>) -> Int {
    let (one, other) = (slice(one), slice(other))
    guard let first = one.baseAddress, let second = other.baseAddress else { return 0 }
    let order = Int(memcmp(first, second, min(one.count, other.count)))
    return order == 0 ? one.count - other.count : order
  }
}

extension UnsafeBufferPointer<UInt8> {
  @inline(__always)
  func hasSameBytes(as other: Self) -> Bool {
    guard count == other.count else { return false }
    // Only an empty sequence has no address.
    guard let first = baseAddress, let second = other.baseAddress else { return true }
    return memcmp(first, second, count) == 0
  }
}
