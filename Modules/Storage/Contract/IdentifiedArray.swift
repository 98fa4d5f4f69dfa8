/// Elements in insertion order, with constant-time lookup by id.
///
/// Ids are unique: saving an element with a known id replaces the earlier one at its position. A removal
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
  /// The edits of the running update; `nil` when none is running, and in an array from outside it.
  private var edits: Edits?

  /// The edits of an update.
  struct Edits {
    /// The update, compared by reference; an array of an earlier update has another one.
    fileprivate let update = Update()
    /// The removed ids, among them those of elements that were saved again.
    fileprivate(set) var removed: [Element.ID] = []
    fileprivate(set) var saved: Set<Element.ID> = []

    var ids: Set<Element.ID> { saved.union(removed) }
  }

  /// Creates an array of `elements`; if several have the same id, the last one is stored.
  ///
  /// ```swift
  /// var list = IdentifiedArray([home, office])
  /// list.save(home)  // In the place of the earlier one.
  /// let first = list[id: home.id]
  /// ```
  public init(_ elements: [Element] = []) {
    var positions = [Element.ID: Int](minimumCapacity: elements.count)
    var areUnique = true
    for position in elements.indices {
      let known = positions.updateValue(position, forKey: elements[position].id)
      if known != nil { areUnique = false }
    }
    if areUnique {
      (slots, self.positions) = (elements, positions)
    } else {
      for element in elements { store(element) }
    }
  }

  /// The element with this id, or `nil` when there is none.
  public subscript(id id: Element.ID) -> Element? {
    positions[id].map { slots[$0] }
  }

  /// Stores `element` in place of the element with the same id; appends it if there is none.
  public mutating func save(_ element: Element) {
    edits?.saved.insert(element.id)
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

  /// Removes and returns the element with this id; `nil` when there is none.
  @discardableResult
  public mutating func remove(_ id: Element.ID) -> Element? {
    // The removal of an unknown id is recorded as well, because an element that this release cannot
    // read may have the id.
    edits?.removed.append(id)
    return take(id)
  }

  /// Removes and returns an element, without an edit.
  mutating func take(_ id: Element.ID) -> Element? {
    guard let position = positions.removeValue(forKey: id) else { return nil }
    if position == slots.count - 1 { return slots.removeLast() }
    let removed = slots[position]
    holes.insert(position, at: firstHole { holes[$0] > position })
    if holes.count > slots.count / 2 { closeHoles() }
    return removed
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
    (slots, holes) = (Array(self), [])
    for (position, element) in slots.enumerated() { positions[element.id] = position }
  }

  /// Runs `change` as one update, and returns its edits; `nil` if it has assigned another array.
  mutating func update<Result>(_ change: (inout Self) -> Result) -> (Result, Edits?) {
    let edits = Edits()
    self.edits = edits
    let result = change(&self)
    defer { self.edits = nil }
    return (result, self.edits?.update === edits.update ? self.edits : nil)
  }

  /// The saved elements of an update in order; all elements if the edits are `nil`.
  func saved(in edits: Edits?) -> [Element] {
    guard let edits else { return array }
    return edits.saved.compactMap { positions[$0] }.sorted().map { slots[$0] }
  }
}

private final class Update: Sendable {}

extension IdentifiedArray: RandomAccessCollection {
  /// The position of the first element, which is always 0.
  public var startIndex: Int { 0 }
  /// The position after the last element, which is the number of elements.
  public var endIndex: Int { slots.count - holes.count }
  /// The element at a position, in insertion order; the position must be less than ``endIndex``.
  public subscript(index: Int) -> Element {
    if holes.isEmpty { return slots[index] }
    // A hole is in front of the element if at most `index` elements are in front of the hole.
    return slots[index + firstHole { holes[$0] - $0 > index }]
  }
}

extension IdentifiedArray.Edits: Sendable where Element: Sendable, Element.ID: Sendable {}
extension IdentifiedArray: Sendable where Element: Sendable, Element.ID: Sendable {}

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether both arrays have equal elements in the same order.
  public static func == (first: Self, second: Self) -> Bool { first.elementsEqual(second) }
}
