import Storage

extension Outbox {
  /// Writes these changes and removes those that are no longer pending, all or nothing.
  ///
  /// None of them is sent before the write has ended.
  @discardableResult
  func record(_ ids: Set<Int>) async -> Persistence {
    beginWriting(ids)
    return await finishWriting(ids)
  }

  /// Blocks the sending of these changes until ``finishWriting(_:)`` has ended.
  func beginWriting(_ ids: Set<Int>) {
    for id in ids { writing[id, default: 0] += 1 }
  }

  /// Writes changes that ``beginWriting(_:)`` has blocked.
  func finishWriting(_ ids: Set<Int>) async -> Persistence {
    let entries = ids.sorted().compactMap { pending.index(of: $0).map { pending[$0].entry } }
    let removed = ids.subtracting(entries.map(\.id))
    defer {
      for id in ids { writing[id] = writing[id].flatMap { $0 > 1 ? $0 - 1 : nil } }
      changed()
    }
    return await journal.write(entries, removing: removed)
  }

  /// Notifies the observers and wakes the loop of ``run()``.
  func changed() {
    tell()
    wake?.yield()
  }

  /// Notifies the observers; the items are built only if there are observers of them.
  func tell() {
    onChange?()
    bell.tell(())
    observers.tell(currentItems())
  }
}
