import Synchronization

/// A door at which calls wait until the test opens it.
public final class Door: Sendable {
  private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>(
    (false, []))

  /// Creates a closed door.
  public init() {}

  /// Waits until the door is open.
  public func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  /// Lets all waiting and all later calls pass.
  public func open() {
    let waiting = state.withLock { state in
      defer { state = (true, []) }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

/// A list that supports appending from any thread.
public final class Log<Element: Sendable>: Sendable {
  private let list = Mutex<[Element]>([])

  /// Creates an empty list.
  public init() {}

  /// The elements in the order in which they were added.
  public var all: [Element] { list.withLock { $0 } }

  /// Appends an element and returns the new count.
  @discardableResult
  public func add(_ element: Element) -> Int {
    list.withLock { list in
      list.append(element)
      return list.count
    }
  }
}
