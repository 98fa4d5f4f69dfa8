/// The change of one element of a collection between two states.
public enum ElementChange<Element: Identifiable> {
  /// A new element.
  case added(Element)
  /// An element with the same ID and different content.
  case changed(from: Element, to: Element)
  /// An element that was removed.
  case removed(Element)
}

extension ElementChange: Sendable where Element: Sendable {}
extension ElementChange: Equatable where Element: Equatable {}

extension IdentifiedArray where Element: Equatable {
  /// Returns the changes since `earlier`: removed elements first, then the others in insertion
  /// order.
  ///
  /// The cost is linear in the number of elements of both arrays.
  public func changes(from earlier: Self) -> [ElementChange<Element>] {
    let removed = earlier.filter { self[id: $0.id] == nil }.map(ElementChange.removed)
    return removed
      + compactMap { element in
        guard let before = earlier[id: element.id] else { return .added(element) }
        return before == element ? nil : .changed(from: before, to: element)
      }
  }
}
