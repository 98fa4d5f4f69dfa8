/// The restoration of a collection from its file, by applying the stored changes in file order.
struct ElementReplay<Element: Identifiable> {
  private var elements: [Element] = []
  private var positions: [Element.ID: Int] = [:]
  /// The indices in `elements` that are no longer used: those of removed and of replaced elements.
  ///
  /// These gaps are closed together at the end, because closing one gap moves all elements after it.
  private var gaps: Set<Int> = []
  /// The number of changes applied.
  private var count = 0

  /// Consecutive changes of a file: the saved elements and the removed IDs.
  struct Changes {
    let saved: [Element]
    /// The removed IDs, in file order.
    ///
    /// `behind` is the number of elements in ``saved`` that precede the removal in the file.
    let removed: [(behind: Int, id: Element.ID)]
  }

  /// Creates an empty replay with capacity for this many elements, limited to 131,072.
  ///
  /// The caller passes the number of changes, because the number of elements is not known yet. There may
  /// be far fewer elements than changes. The limit bounds the memory that is reserved needlessly.
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
    // The loop uses a pointer, because each array subscript would look up the generic type at run time.
    saved.withUnsafeBufferPointer { saved in
      for index in saved.indices {
        let (place, id) = (first + index, saved[index].id)
        guard let position = positions.updateValue(place, forKey: id) else { continue }
        // The saved element takes the position of an earlier element with the same ID.
        positions[id] = position
        elements.swapAt(position, place)
        gaps.insert(place)
      }
    }
  }

  /// Returns the collection of the remaining elements, each as it was last saved.
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
