/// What became of one element of a collection.
public enum ElementChange<Element: Identifiable> {
  /// It is new.
  case added(Element)
  /// It has another content.
  case changed(from: Element, to: Element)
  /// It is not there any more.
  case removed(Element)
}

extension ElementChange: Sendable where Element: Sendable {}
extension ElementChange: Equatable where Element: Equatable {}

extension IdentifiedArray where Element: Equatable {
  /// What became of each element since `earlier`: what was removed first, then the rest in order.
  ///
  /// Looks at every element once.
  public func changes(from earlier: Self) -> [ElementChange<Element>] {
    let removed = earlier.filter { self[id: $0.id] == nil }.map(ElementChange.removed)
    return removed
      + compactMap { element in
        guard let before = earlier[id: element.id] else { return .added(element) }
        return before == element ? nil : .changed(from: before, to: element)
      }
  }
}
