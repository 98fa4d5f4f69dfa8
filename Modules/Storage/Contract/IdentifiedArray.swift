/// Elements in the order in which they were added, each found by its identity.
///
/// No two elements have the same identity: saving a second one replaces the first in its place.
public struct IdentifiedArray<Element: Identifiable> {
  private var elements: [Element] = []
  private var positions: [Element.ID: Int] = [:]

  /// What was done since a repository last wrote, so that it writes that only.
  private(set) var touched: [Touch] = []

  /// What became of each element since then, in the order in which a file is to hear of it.
  var changed: [Touch] {
    // Nearly always it is one.
    guard touched.count > 1 else { return touched }
    var places: [Element.ID: Int] = [:]
    var changed: [Touch?] = []
    for touch in touched {
      var whole = touch
      if let place = places[touch.id], let earlier = changed[place] {
        whole = Touch(
          id: touch.id, before: earlier.before, isRemoval: earlier.isRemoval || touch.isRemoval)
        // Where it stands is decided when it is added; being replaced moves nothing.
        guard touch.before == nil else {
          changed[place] = whole
          continue
        }
        changed[place] = nil
      }
      places[touch.id] = changed.count
      changed.append(whole)
    }
    return changed.compactMap(\.self)
  }

  /// How many changes there are to a file, and how many elements; `count` would take longer.
  var tally: (changes: Int, parts: Int) { (restored + touched.count, elements.count) }

  /// The elements as they are held: an array that is made of them is a copy.
  package var array: [Element] { elements }

  /// How many changes were read from a file since.
  private(set) var restored = 0

  /// A save or a removal, and what had been there before.
  struct Touch {
    let id: Element.ID
    let before: Element?
    let isRemoval: Bool
  }

  /// Whether all of it has to be written, because it did not come from the repository.
  private(set) var isForeign = true
  /// The update that these elements are given to; not there afterwards when others have taken their
  /// place.
  private var update: UpdateToken?
  /// Told anew whenever others take the place of what the repository had.
  private var lineage: UpdateToken?

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
    touched.append(Touch(id: element.id, before: self[id: element.id], isRemoval: false))
    if let position = positions[element.id] {
      elements[position] = element
    } else {
      positions[element.id] = elements.count
      elements.append(element)
    }
  }

  /// Takes what was read from a file, where it need not be written; `positions` has that of each.
  init(elements: [Element], positions: [Element.ID: Int], restored: Int) {
    self.elements = elements
    self.positions = positions
    self.restored = restored
  }

  /// Removes and returns the element with this identity, if there is one.
  @discardableResult
  public mutating func remove(_ id: Element.ID) -> Element? {
    guard let position = positions.removeValue(forKey: id) else { return nil }
    touched.append(Touch(id: id, before: elements[position], isRemoval: true))
    for later in elements[(position + 1)...] { positions[later.id]? -= 1 }
    return elements.remove(at: position)
  }

  /// Gives the elements to `change` and finds out whether it has put others in their place.
  mutating func track<Result>(_ change: (inout Self) -> Result) -> Result {
    let token = UpdateToken()
    update = token
    let result = change(&self)
    if update !== token || Compaction.isDue(changes: touched.count, parts: elements.count) {
      // All will be written, so nothing needs to be remembered, however long no write succeeds.
      touched = []
      restored = 0
      isForeign = true
      lineage = token
    }
    update = nil
    return result
  }

  /// Forgets what `written` had been changed by: it has been written.
  mutating func settle(_ written: Self) {
    guard lineage === written.lineage else { return }
    // Nearly always it is all of them.
    let isAll = touched.count <= written.touched.count
    touched = isAll ? [] : Array(touched.dropFirst(written.touched.count))
    restored = 0
    isForeign = false
  }
}

/// One update of a repository, told from every other by its identity.
private final class UpdateToken: Sendable {}

extension IdentifiedArray: RandomAccessCollection {
  /// The position of the first element.
  public var startIndex: Int { 0 }
  /// The position after the last element.
  public var endIndex: Int { elements.count }
  /// The element at a position, in the order of adding.
  public subscript(index: Int) -> Element { elements[index] }
}

extension IdentifiedArray.Touch: Sendable where Element: Sendable, Element.ID: Sendable {}
extension IdentifiedArray: Sendable where Element: Sendable, Element.ID: Sendable {}

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether both have equal elements in the same order.
  public static func == (first: Self, second: Self) -> Bool { first.elements == second.elements }
}
