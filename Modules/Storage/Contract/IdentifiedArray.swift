/// Elements in insertion order, with constant-time lookup by ID.
///
/// IDs are unique: saving an element with a known ID replaces the earlier one at its position.
public struct IdentifiedArray<Element: Identifiable> {
  private var elements: [Element] = []
  private var positions: [Element.ID: Int] = [:]

  /// All saves and removals since the last write, in call order.
  ///
  /// One element can have several mutations; ``changed`` combines them. The list is empty for an array
  /// outside a repository, because the first write of such an array writes all elements.
  private(set) var touched: [Mutation] = []

  /// The mutations since the last write, one per element.
  ///
  /// They are in the sequence in which they are appended to the file of the collection.
  var changed: [Mutation] {
    // Fast path: usually there is only one mutation since the last write.
    guard touched.count > 1 else { return touched }
    var places: [Element.ID: Int] = [:]
    var changed: [Mutation?] = []
    for touch in touched {
      var whole = touch
      if let place = places[touch.id], let earlier = changed[place] {
        whole = Mutation(
          id: touch.id, before: earlier.before, isRemoval: earlier.isRemoval || touch.isRemoval)
        // If an element is replaced or removed, its mutation stays at the earlier place. If a removed
        // element is added again, the element and its mutation move to the end.
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

  /// The number of changes (``touched`` and ``restored``), and the number of elements (`parts`).
  ///
  /// The number of elements is read from the underlying array, because the generic `count` of
  /// `RandomAccessCollection` would be slower.
  var counts: (changes: Int, parts: Int) { (restored + touched.count, elements.count) }

  /// The underlying array, without the copy that `Array(self)` would make.
  package var array: [Element] { elements }

  /// The number of changes in the file from which the array was read; 0 after ``markAsWritten(_:)``.
  ///
  /// When this release's file is loaded, ``FilePosition/AppendPosition/parts`` is set to this number.
  /// Then this number is reset, so that a later write does not count the same changes twice.
  private(set) var restored = 0

  /// A save or a removal of one element; `before` is the earlier element with the same ID, if any.
  struct Mutation {
    let id: Element.ID
    let before: Element?
    let isRemoval: Bool
  }

  /// Whether the whole collection has to be written instead of the changes.
  ///
  /// This is necessary if the elements do not come from the repository's file, or if there are too many
  /// changes.
  private(set) var needsFullWrite = true
  /// The token of the running update; `nil` when no update is running.
  ///
  /// ``track(_:)`` sets a new token before the update. If the update assigns another array to its
  /// parameter, the token is replaced too. So a different token afterward means another array.
  private var update: UpdateToken?
  /// The token of the last update after which the whole collection has to be written.
  ///
  /// ``markAsWritten(_:)`` compares this token with the token of the copy that was written. If they
  /// differ, the copy lacks the update, so nothing is marked as written.
  private var lastFullUpdate: UpdateToken?

  /// Creates an array of `elements`; if several have the same ID, the last one is stored.
  public init(_ elements: [Element] = []) {
    for element in elements { save(element) }
  }

  /// The element with this ID, or `nil` when there is none.
  public subscript(id id: Element.ID) -> Element? {
    positions[id].map { elements[$0] }
  }

  /// Stores `element` in place of the element with the same ID; appends it if there is none.
  public mutating func save(_ element: Element) {
    if isRecording {
      touched.append(Mutation(id: element.id, before: self[id: element.id], isRemoval: false))
    }
    if let position = positions[element.id] {
      elements[position] = element
    } else {
      positions[element.id] = elements.count
      elements.append(element)
    }
  }

  /// Creates an array of elements that were read from a file.
  ///
  /// - Parameters:
  ///   - elements: The elements in insertion order.
  ///   - positions: The index of each element in `elements`.
  ///   - restored: The number of saves and removals in the file, including those that are obsolete.
  init(elements: [Element], positions: [Element.ID: Int], restored: Int) {
    self.elements = elements
    self.positions = positions
    self.restored = restored
  }

  /// Removes and returns the element with this ID; `nil` when there is none.
  ///
  /// The cost is linear in the number of elements after the removed one.
  @discardableResult
  public mutating func remove(_ id: Element.ID) -> Element? {
    guard let position = positions.removeValue(forKey: id) else { return nil }
    if isRecording { touched.append(Mutation(id: id, before: elements[position], isRemoval: true)) }
    let removed = elements.remove(at: position)
    for later in elements[position...] { positions[later.id]? -= 1 }
    return removed
  }

  /// Removes all elements for which `isRemoved` returns `true`; the cost is linear.
  mutating func removeAll(where isRemoved: (Element) -> Bool) {
    let all = elements
    elements.removeAll(keepingCapacity: true)
    for element in all {
      if isRemoved(element) {
        positions[element.id] = nil
        if isRecording {
          touched.append(Mutation(id: element.id, before: element, isRemoval: true))
        }
      } else {
        positions[element.id] = elements.count
        elements.append(element)
      }
    }
  }

  /// Whether saves and removals are added to ``touched``.
  private var isRecording: Bool { update != nil || !needsFullWrite }

  /// Runs `change` as one update of this array, and returns its result.
  ///
  /// Sets ``needsFullWrite`` if `change` has assigned another array to its parameter, or if there were
  /// too many saves and removals since the last write.
  mutating func track<Result>(_ change: (inout Self) -> Result) -> Result {
    let token = UpdateToken()
    update = token
    let result = change(&self)
    if update !== token || Compaction.isDue(changes: touched.count, parts: elements.count) {
      // The whole collection will be written, so the list of changes is not needed. Without clearing
      // it, the list would grow while writes fail repeatedly.
      touched = []
      needsFullWrite = true
      lastFullUpdate = token
    }
    update = nil
    return result
  }

  /// Removes from ``touched`` the changes that are now in the file.
  ///
  /// The elements are not changed.
  ///
  /// - Parameter written: The earlier state of this collection that was written to the file.
  mutating func markAsWritten(_ written: Self) {
    guard lastFullUpdate === written.lastFullUpdate else { return }
    // Fast path: usually no change was made during the write.
    let isAll = touched.count <= written.touched.count
    touched = isAll ? [] : Array(touched.dropFirst(written.touched.count))
    restored = 0
    needsFullWrite = false
  }
}

/// A token, compared by reference, that identifies one update of a repository.
private final class UpdateToken: Sendable {}

extension IdentifiedArray: RandomAccessCollection {
  /// The position of the first element.
  public var startIndex: Int { 0 }
  /// The position after the last element.
  public var endIndex: Int { elements.count }
  /// The element at a position, in insertion order.
  public subscript(index: Int) -> Element { elements[index] }
}

extension IdentifiedArray.Mutation: Sendable where Element: Sendable, Element.ID: Sendable {}
extension IdentifiedArray: Sendable where Element: Sendable, Element.ID: Sendable {}

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether both arrays have equal elements in the same order.
  public static func == (first: Self, second: Self) -> Bool { first.elements == second.elements }
}
