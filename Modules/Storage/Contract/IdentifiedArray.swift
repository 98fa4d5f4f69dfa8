/// Elements in the order in which they were added, each found by its identity.
///
/// No two elements have the same identity: saving a second one replaces the first in its place.
public struct IdentifiedArray<Element: Identifiable> {
  private var elements: [Element] = []
  private var positions: [Element.ID: Int] = [:]

  /// Creates an array of `elements`; of several with one identity the last one counts.
  public init(_ elements: [Element] = []) {
    for element in elements { save(element) }
  }

  /// The element with this identity, or `nil` when there is none.
  public subscript(id id: Element.ID) -> Element? {
    positions[id].map { elements[$0] }
  }

  /// Adds `element` at the end, or replaces the one with the same identity in its place.
  public mutating func save(_ element: Element) {
    if let position = positions[element.id] {
      elements[position] = element
    } else {
      positions[element.id] = elements.count
      elements.append(element)
    }
  }

  /// Removes and returns the element with this identity, if there is one.
  @discardableResult
  public mutating func remove(_ id: Element.ID) -> Element? {
    guard let position = positions.removeValue(forKey: id) else { return nil }
    for later in elements[(position + 1)...] { positions[later.id]? -= 1 }
    return elements.remove(at: position)
  }
}

extension IdentifiedArray: RandomAccessCollection {
  /// The position of the first element.
  public var startIndex: Int { 0 }
  /// The position after the last element.
  public var endIndex: Int { elements.count }
  /// The element at a position, in the order of adding.
  public subscript(index: Int) -> Element { elements[index] }
}

extension IdentifiedArray: Sendable where Element: Sendable, Element.ID: Sendable {}
extension IdentifiedArray: Equatable where Element: Equatable {}
