/// A growing list that belongs to one object alone.
///
/// An `Array` in a property of a class is guarded against overlapping access at every single use, which
/// costs a third of the time of encoding. This list has no such guard and needs none: elements come and
/// go as copies, nobody holds on to one. Every index is checked, as in an array.
final class CBORBuffer<Element> {
  private var storage: UnsafeMutableBufferPointer<Element>
  private(set) var count = 0

  init(capacity: Int) {
    storage = .allocate(capacity: capacity)
  }

  deinit {
    storage[..<count].deinitialize()
    storage.deallocate()
  }

  subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count, "Index out of range")
      return storage[index]
    }
    set {
      precondition(index >= 0 && index < count, "Index out of range")
      storage[index] = newValue
    }
  }

  /// For reading only, and only until the next change.
  func withElements<Result>(
    from start: Int, _ body: (UnsafeBufferPointer<Element>) -> Result
  ) -> Result {
    precondition(start >= 0 && start <= count, "Index out of range")
    return body(UnsafeBufferPointer(rebasing: storage[start..<count]))
  }

  func append(_ element: Element) {
    if count == storage.count { grow(by: 1) }
    storage.initializeElement(at: count, to: element)
    count += 1
  }

  func append(contentsOf elements: UnsafeBufferPointer<Element>) {
    if elements.count > storage.count - count { grow(by: elements.count) }
    _ = storage[count...].initialize(fromContentsOf: elements)
    count += elements.count
  }

  func removeAll(from start: Int) {
    precondition(start >= 0 && start <= count, "Index out of range")
    storage[start..<count].deinitialize()
    count = start
  }

  private func grow(by wanted: Int) {
    let larger = UnsafeMutableBufferPointer<Element>
      .allocate(capacity: max(storage.count * 2, count + wanted))
    _ = larger.moveInitialize(fromContentsOf: storage[..<count])
    storage.deallocate()
    storage = larger
  }
}
