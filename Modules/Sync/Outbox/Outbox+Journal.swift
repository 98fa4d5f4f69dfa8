import Storage

extension Outbox {
  /// Writes these changes as they are now, and removes those that are pending no more: all or nothing.
  ///
  /// None of them is sent before that has ended.
  @discardableResult
  func record(_ ids: Set<Int>) async -> Persistence {
    beginWriting(ids)
    return await finishWriting(ids)
  }

  /// Holds these changes back until ``finishWriting(_:)`` has ended.
  func beginWriting(_ ids: Set<Int>) {
    for id in ids { writing[id, default: 0] += 1 }
  }

  /// Writes changes for which writing has begun.
  func finishWriting(_ ids: Set<Int>) async -> Persistence {
    let entries = ids.sorted().compactMap { pending.index(of: $0).map { pending[$0].entry } }
    let removed = ids.subtracting(entries.map(\.id))
    defer {
      for id in ids { writing[id] = writing[id].flatMap { $0 > 1 ? $0 - 1 : nil } }
      changed()
    }
    return await journal.write(entries, removing: removed)
  }

  /// Something may be sent now, or looks different.
  func changed() {
    tell()
    wake?.yield()
  }

  /// Tells how things look; the items are made only when someone wants to have them.
  func tell() {
    onChange?()
    bell.tell(())
    observers.tell(currentItems())
  }
}
