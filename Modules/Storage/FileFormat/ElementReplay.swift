/// The elements of a file, put together change by change.
struct ElementReplay<Element: Identifiable> {
  private var elements: [Element] = []
  private var positions: [Element.ID: Int] = [:]
  /// Where nothing is any more: all behind a gap would move, so that is done once.
  private var gaps: Set<Int> = []
  /// How many changes there were.
  private var count = 0

  /// Some of the changes, in their order.
  struct Changes {
    let saved: [Element]
    /// Theirs: to ask an element, which is copied for that, costs most where another core has made it.
    let ids: [Element.ID]
    /// What was removed, and how many had been saved by then.
    let removed: [(behind: Int, id: Element.ID)]

    init(saved: [Element], removed: [(behind: Int, id: Element.ID)]) {
      self.saved = saved
      ids = saved.map(\.id)
      self.removed = removed
    }
  }

  /// Makes room for so many elements, or less when that is a lot.
  init(minimumCapacity: Int) {
    let capacity = Swift.min(minimumCapacity, 1 << 17)
    elements.reserveCapacity(capacity)
    positions.reserveCapacity(capacity)
  }

  mutating func take(_ changes: Changes) {
    count += changes.saved.count + changes.removed.count
    var next = 0
    for (behind, id) in changes.removed {
      save(changes, next..<behind)
      next = behind
      if let position = positions.removeValue(forKey: id) { gaps.insert(position) }
    }
    save(changes, next..<changes.saved.count)
  }

  private mutating func save(_ changes: Changes, _ range: Range<Int>) {
    var place = elements.count
    elements.append(contentsOf: changes.saved[range])
    for id in changes.ids[range] {
      if let position = positions.updateValue(place, forKey: id) {
        // It takes the place of the earlier one.
        positions[id] = position
        elements.swapAt(position, place)
        gaps.insert(place)
      }
      place += 1
    }
  }

  /// All that is there now.
  consuming func finish() -> IdentifiedArray<Element> {
    if let first = gaps.min() {
      var end = first
      for place in first..<elements.count where !gaps.contains(place) {
        elements.swapAt(end, place)
        positions[elements[end].id] = end
        end += 1
      }
      elements.removeLast(elements.count - end)
    }
    return IdentifiedArray(elements: elements, positions: positions, restored: count)
  }
}

extension ElementReplay: Sendable where Element: Sendable, Element.ID: Sendable {}
extension ElementReplay.Changes: Sendable where Element: Sendable, Element.ID: Sendable {}
