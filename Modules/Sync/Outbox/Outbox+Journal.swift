import Storage

extension Outbox {
  /// Writes these changes as they are now, and removes those that are pending no more: all or nothing.
  ///
  /// None of them is sent before that has ended.
  func record(_ ids: Set<Int>) async throws(OutboxError) {
    let entries = pending.filter { ids.contains($0.id) }.map(\.entry)
    let removed = ids.subtracting(entries.map(\.id))
    count(1, in: ids)
    defer {
      count(-1, in: ids)
      changed()
    }
    do {
      try await journal.update { kept in
        for entry in entries { kept.save(entry) }
        for id in removed { kept.remove(id) }
      }
    } catch { throw .journal(error) }
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

extension Persistence {
  /// Whether the disk has what memory has, or never will.
  var isSettled: Bool {
    switch self {
    case .persisted, .memoryOnly: true
    case .waiting, .pending: false
    }
  }
}
