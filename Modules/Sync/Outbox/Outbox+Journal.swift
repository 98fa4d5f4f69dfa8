import Storage

extension Outbox {
  /// Writes these changes as they are now, and removes those that are pending no more: all or nothing.
  ///
  /// None of them is sent before that has ended.
  @discardableResult
  func record(_ ids: Set<Int>) async -> Persistence {
    let entries = ids.sorted().compactMap { index(of: $0).map { pending[$0].entry } }
    let removed = ids.subtracting(entries.map(\.id))
    count(1, in: ids)
    defer {
      count(-1, in: ids)
      changed()
    }
    return await journal.write(entries, removing: removed)
  }

  private func count(_ writes: Int, in ids: Set<Int>) {
    for index in ids.compactMap(index(of:)) { pending[index].writes += writes }
  }

  /// Something may be sent now, or looks different.
  func changed() {
    observers.tell(currentItems())
    wake?.yield()
  }

  /// Found by halving: the queue is in the order of the ids, and may be long.
  func index(of id: Int) -> Int? {
    var (low, high) = (0, pending.count)
    while low < high {
      let middle = (low + high) / 2
      if pending[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < pending.count && pending[low].id == id ? low : nil
  }
}
