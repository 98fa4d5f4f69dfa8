import Storage

extension Outbox {
  /// Writes these changes as they are now, and removes those that are pending no more: all or nothing.
  ///
  /// None of them is sent before that has ended.
  @discardableResult
  func record(_ ids: Set<Int>) async -> Persistence {
    let entries = pending.filter { ids.contains($0.id) }.map(\.entry)
    let removed = ids.subtracting(entries.map(\.id))
    count(1, in: ids)
    defer {
      count(-1, in: ids)
      changed()
    }
    return await journal.write(entries, removing: removed)
  }

  private func count(_ writes: Int, in ids: Set<Int>) {
    for index in pending.indices where ids.contains(pending[index].id) {
      pending[index].writes += writes
    }
  }

  /// Something may be sent now, or looks different.
  func changed() {
    observers.tell(currentItems())
    wake?.yield()
  }

  func index(of id: Int) -> Int? {
    pending.firstIndex { $0.id == id }
  }
}
