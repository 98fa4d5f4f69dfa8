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
    /// What was removed, and how many had been saved by then.
    let removed: [(behind: Int, id: Element.ID)]
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
      save(changes.saved[next..<behind])
      next = behind
      if let position = positions.removeValue(forKey: id) { gaps.insert(position) }
    }
    save(changes.saved[next...])
  }

  private mutating func save(_ saved: ArraySlice<Element>) {
    let first = elements.count
    elements.append(contentsOf: saved)
    // By a pointer: asked through the array, what the container is would be looked up for each.
    saved.withUnsafeBufferPointer { saved in
      for index in saved.indices {
        let (place, id) = (first + index, saved[index].id)
        guard let position = positions.updateValue(place, forKey: id) else { continue }
        // It takes the place of the earlier one.
        positions[id] = position
        elements.swapAt(position, place)
        gaps.insert(place)
      }
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
