/// Elements in insertion order, with constant-time lookup by ID.
///
/// IDs are unique: saving an element with a known ID replaces the earlier one at its position. A removal
/// takes constant time on average, and many removals in one update are linear together:
///
/// ```swift
/// try await orders.update { orders in
///   for order in orders.prefix(100) { orders.remove(order.id) }
/// }
/// ```
public struct IdentifiedArray<Element: Identifiable> {
  private var slots: [Element] = []
  private var positions: [Element.ID: Int] = [:]
  /// The slots of removed elements, in ascending order.
  ///
  /// A removal leaves its slot, so that the elements behind it are not renumbered.
  private var holes: [Int] = []
  /// The edits of the running update in call order; empty when no update is running.
  private(set) var edits: [Edit] = []
  /// The running update; `nil` when none is running, and in an array that was created outside it.
  private var update: UpdateToken?

  /// An edit of one element in an update.
  enum Edit {
    case saved(Element.ID)
    case removed(Element.ID)

    var id: Element.ID {
      switch self {
      case .saved(let id), .removed(let id): id
      }
    }
  }

  /// Creates an array of `elements`; if several have the same ID, the last one is stored.
  public init(_ elements: [Element] = []) {
    var positions = [Element.ID: Int](minimumCapacity: elements.count)
    var areUnique = true
    for (position, element) in elements.enumerated() {
      if positions.updateValue(position, forKey: element.id) != nil { areUnique = false }
    }
    if areUnique {
      (slots, self.positions) = (elements, positions)
    } else {
      for element in elements { store(element) }
    }
  }

  /// The element with this ID, or `nil` when there is none.
  public subscript(id id: Element.ID) -> Element? {
    positions[id].map { slots[$0] }
  }

  /// Stores `element` in place of the element with the same ID; appends it if there is none.
  public mutating func save(_ element: Element) {
    if update != nil { edits.append(.saved(element.id)) }
    store(element)
  }

  private mutating func store(_ element: Element) {
    if let position = positions[element.id] {
      slots[position] = element
    } else {
      positions[element.id] = slots.count
      slots.append(element)
    }
  }

  /// Removes and returns the element with this ID; `nil` when there is none.
  @discardableResult
  public mutating func remove(_ id: Element.ID) -> Element? {
    // The removal of an unknown ID is recorded as well, because an element that this release cannot
    // read may have the ID.
    if update != nil { edits.append(.removed(id)) }
    return take(id)
  }

  /// Removes and returns an element, without an edit.
  mutating func take(_ id: Element.ID) -> Element? {
    guard let position = positions.removeValue(forKey: id) else { return nil }
    if position == slots.count - 1 {
      let removed = slots.removeLast()
      // Holes at the end would be in front of the next element.
      while let last = holes.last, last == slots.count - 1 {
        slots.removeLast()
        holes.removeLast()
      }
      return removed
    }
    let removed = slots[position]
    holes.insert(position, at: firstHole { holes[$0] > position })
    if holes.count > slots.count / 2 { closeHoles() }
    return removed
  }

  /// Removes all elements for which `isRemoved` returns `true`; the cost is linear.
  public mutating func removeAll(where isRemoved: (Element) -> Bool) {
    for element in self where isRemoved(element) { remove(element.id) }
  }

  /// Removes the elements with these IDs; it is no error if there are none.
  public mutating func removeAll(_ ids: some Sequence<Element.ID>) {
    for id in ids { remove(id) }
  }

  /// The elements in order, without a copy unless elements were removed.
  package var array: [Element] { holes.isEmpty ? slots : Array(self) }

  /// Returns the first index in `holes` for which `isBehind` is true, as for all later ones.
  private func firstHole(where isBehind: (Int) -> Bool) -> Int {
    var (low, high) = (0, holes.count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private mutating func closeHoles() {
    var (end, next) = (0, 0)
    for slot in slots.indices {
      if next < holes.count, holes[next] == slot {
        next += 1
        continue
      }
      if end < slot {
        slots.swapAt(end, slot)
        positions[slots[end].id] = end
      }
      end += 1
    }
    slots.removeLast(slots.count - end)
    holes = []
  }

  // MARK: Updates

  /// Whether the running update has assigned another array to its parameter.
  var isReplaced: Bool { update == nil }

  /// Runs `change` as one update, whose edits are recorded until ``endUpdate()``.
  mutating func track<Result>(_ change: (inout Self) -> Result) -> Result {
    let token = UpdateToken()
    (edits, update) = ([], token)
    defer { if update !== token { update = nil } }
    return change(&self)
  }

  mutating func endUpdate() {
    (edits, update) = ([], nil)
  }
}

/// A token, compared by reference, that identifies one update of a repository.
private final class UpdateToken: Sendable {}

extension IdentifiedArray: RandomAccessCollection {
  /// The position of the first element.
  public var startIndex: Int { 0 }
  /// The position after the last element.
  public var endIndex: Int { slots.count - holes.count }
  /// The first element; `nil` if there is none.
  public var first: Element? { isEmpty ? nil : self[0] }
  /// The element at a position, in insertion order.
  public subscript(index: Int) -> Element {
    if holes.isEmpty { return slots[index] }
    // A hole is in front of the element if at most `index` elements are in front of the hole.
    return slots[index + firstHole { holes[$0] - $0 > index }]
  }
}

extension IdentifiedArray.Edit: Sendable where Element: Sendable, Element.ID: Sendable {}
extension IdentifiedArray: Sendable where Element: Sendable, Element.ID: Sendable {}

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether both arrays have equal elements in the same order.
  public static func == (first: Self, second: Self) -> Bool { first.elementsEqual(second) }
}
