/// The comparison of this release's log with a log that an earlier release reads, for a rollback.
///
/// Only the class ``StorageClass/critical`` has a mirror. A record that this release writes into the
/// earlier log has an origin: the sequence number of this release's log at that time. So the two logs
/// can be brought into step from any state that a kill leaves:
///
/// - A record of the earlier log without an origin, and not seen yet, was written by the earlier
///   release: it is taken over.
/// - An element of this log that is not newer than the highest origin, and is missing in the earlier
///   log, was removed by the earlier release: it is removed.
/// - An element of this log that is newer than the highest origin has no copy yet: it is copied.
/// - An element of the earlier log that is missing in this one was removed by this release.
///
/// After an update of the app, the first case applies to all elements. So a migration needs no other
/// code, and copies the bytes: an element is migrated whenever it is decoded.
struct Mirror<Element: Identifiable & Sendable> where Element.ID: Codable & Sendable {
  let coding: ElementCoding<Element>

  /// Returns what the release of `earlier` has changed since `own` has seen it.
  ///
  /// If `isCopy` is `true`, a newer release has written `earlier` in place of `own`. The records then
  /// remain copies of that release's log.
  func changes(
    of earlier: Log, since own: Log, isCopy: Bool = false
  ) throws(SystemFailure) -> [LogChange] {
    var (saved, removed): ([LogChange], [LogChange]) = ([], [])
    let (written, kept) = (try earlier.contents(), try own.contents())
    for slot in earlier.index.liveSlots {
      let record = written.record(slot)
      guard let value = record.value else { continue }
      let known = own.index.slot(of: record.id)
      let isNew =
        record.origin == 0 && record.sequence > own.header.seen || !own.exists
        || own.header.isSalvaged && known == nil
      guard isNew else { continue }
      if let known {
        if let change = merged(value, record.id, kept.record(known).value) {
          saved.append(change)
        }
      } else {
        saved.append(.saved(id: record.id, value, origin: isCopy ? record.origin : 0))
      }
    }
    for slot in own.index.liveSlots {
      let record = kept.record(slot)
      guard record.sequence <= earlier.header.origin,
        earlier.index.slot(of: record.id) == nil, lowered(record.value, record.id, earlier) != nil
      else { continue }
      removed.append(.removed(id: record.id))
    }
    // An element that was removed and saved again may have another spelling of its id.
    return removed + saved
  }

  /// Returns the changes that make `earlier` a copy of `own`.
  func copies(of own: Log, for earlier: Log) throws(SystemFailure) -> [LogChange] {
    var changes: [LogChange] = []
    let contents = try own.contents()
    for slot in own.index.liveSlots {
      let record = contents.record(slot)
      guard record.sequence > earlier.header.origin,
        let value = lowered(record.value, record.id, earlier)
      else { continue }
      changes.append(.saved(id: record.id, value, origin: own.header.sequence))
    }
    for slot in earlier.index.liveSlots {
      let id = earlier.index.id(of: slot)
      if own.index.slot(of: id) == nil {
        changes.append(.removed(id: id, origin: own.header.sequence))
      }
    }
    return changes
  }

  /// Returns the changes that copy an update of `own` to `earlier`, which has all updates before.
  func copies(_ update: [LogChange], of own: Log, for earlier: Log) -> [LogChange] {
    update.compactMap { change in
      switch change.kind {
      case .saved:
        lowered(change.value, change.id, earlier).map {
          .saved(id: change.id, $0, origin: own.header.sequence)
        }
      case .removed: .removed(id: change.id, origin: own.header.sequence)
      case .cleared: .cleared
      case .seen: nil
      }
    }
  }

  /// Returns an element that the earlier release has changed, with what only this release's shape has.
  ///
  /// If this release cannot read the changed element, but its own, the own element stays.
  private func merged(_ value: StoredBytes, _ id: [UInt8], _ own: StoredBytes?) -> LogChange? {
    do {
      guard let own else { return .saved(id: id, value) }
      let kept: Element
      do { kept = try coding.decode(own, id) } catch { return .saved(id: id, value) }
      return try coding.encode(coding.decode(value, id, kept: kept))
    } catch {
      return nil
    }
  }

  /// Returns an element in the shape of the earlier log; `nil` if it has no such shape.
  private func lowered(_ value: StoredBytes?, _ id: [UInt8], _ earlier: Log) -> StoredBytes? {
    guard let value else { return nil }
    if value.version == earlier.version { return value }
    do { return try coding.shape.lower(coding.decode(value, id), to: earlier.version) } catch {
      // The earlier release keeps the element that it had.
      return nil
    }
  }
}
