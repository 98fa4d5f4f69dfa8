import CBOR
import Foundation
import Networking

extension SyncMachine {
  // MARK: Adding

  /// Enqueues all of these changes or none, and replaces the base.
  mutating func perform(
    _ contents: [Content], _ base: Base, _ storesBaseFirst: Bool, _ waiter: Waiter
  ) {
    // A single change that cannot be added has changed nothing.
    let before = contents.count > 1 ? self : nil
    var ids: [Int] = []
    do throws(SyncError) {
      for content in contents {
        if let name = content.uniqueName,
          let (id, _) = self.contents.first(where: { $0.value.uniqueName == name })
        {
          ids.append(id)
        } else {
          ids.append(try add(content))
        }
      }
    } catch {
      if let before { self = before }
      return reply(waiter, error)
    }
    let old = revision
    setBase(base)
    noteUnreconciled()
    // The call also waits for what the model derives from the edited base.
    if storesBaseFirst || revision != old { reconcile() }
    // After a call, the state says truly whether a full disk has room again.
    let isBaseWritten = disk.retryNow() || revision != old
    for id in ids {
      if storesBaseFirst { changes[id]?.needs = revision }
      guard let change = changes[id] else { continue }
      // The removal of an applied change that a repeated call names is no new record.
      disk.schedule(id, needs: change.needs, isNew: !change.isOnDisk && change.isOpen)
    }
    if !disk.wait(waiter, for: ids, then: isBaseWritten ? revision : 0) { reply(waiter) }
  }

  /// Merges a change with the last one of its lane, or appends it; returns its id in the queue.
  private mutating func add(_ content: Content) throws(SyncError) -> Int {
    let (lane, dependencies) = (content.lane, content.dependencies)
    var payload = try encoded(content)
    if content.uniqueName == nil, dependencies.isEmpty, let id = lanes.last(of: lane),
      let earlier = changes[id], earlier.isUnsent, let old = contents[id], old.uniqueName == nil
    {
      switch content.coalesce(after: old) {
      case .keepBoth: break
      case .cancelled:
        end(id, .discarded, needs: earlier.needs)
        return id
      case .merged(let merged):
        payload = try encoded(merged)
        renew(id, merged, payload, needs: earlier.needs)
        return id
      }
    }
    guard lanes.count < rules.capacity, sending.lastID < .max else {
      throw .full(limit: rules.capacity)
    }
    sending.lastID += 1
    let entry = OutboxEntry(id: sending.lastID, lane: lane, payload: payload)
    changes[entry.id] = Change(entry: entry, phase: .journaling, since: turn.now)
    lanes.append(entry.id, lane, dependencies)
    renew(entry.id, content, payload, needs: 0)
    report(.enqueued, entry.id)
    return entry.id
  }

  func encoded(_ content: Content) throws(SyncError) -> Data {
    do { return try CBOREncoder().encode(content) } catch { throw .notEncodable("\(error)") }
  }

  /// Gives a change its content, a new key, and the time of the user's tap.
  ///
  /// The server may know the old key with the old content, and would repeat its answer.
  mutating func renew(
    _ id: Int, _ content: Content, _ payload: Data, needs: Revision, isRebased: Bool = false
  ) {
    guard var change = changes[id] else { return }
    contents[id] = content
    change.entry.renew(rules.makeKey(), payload, isRebased: isRebased)
    // A validity ends only a change of which it is known that it was never sent.
    if content.recordsFirstAttempt || content.validFor != nil { change.entry.attempted = false }
    if !isRebased {
      change.deadline = content.validFor.map { turn.now + $0 }
      change.entry.tappedAt = content.validFor == nil ? nil : sending.serverTime(at: turn.now)
    }
    change.phase = .journaling
    (change.mayBeApplied, change.needs) = (false, needs)
    change.endDelay()
    changes[id] = change
    if content.validFor != nil { sending.withValidity.insert(id) }
    offer(lanes.renew(id, content.dependencies))
    disk.schedule(id, needs: needs)
  }

  // MARK: Deciding

  /// Applies a decision of the user about a change, and replies when it is in the journal.
  mutating func decide(
    _ id: Int, _ waiter: Waiter, _ body: (inout Self) throws(SyncError) -> Void
  ) {
    // A change that the model resolves by itself is not the user's any more.
    reconcile()
    do throws(SyncError) { try body(&self) } catch { return reply(waiter, error) }
    disk.schedule(id, needs: changes[id]?.needs ?? 0)
    if !disk.wait(waiter, for: [id]) { reply(waiter) }
  }

  private func requireIdle(_ number: Int) throws(SyncError) {
    let id = ChangeID(rawValue: number)
    guard let change = changes[number], change.isOpen else { throw .unknownChange(id) }
    guard change.phase != .sending, change.phase != .marking else { throw .inFlight(id) }
  }

  /// Sends a refused change under a new key, or a delayed one now.
  mutating func retry(_ id: Int) throws(SyncError) {
    try requireIdle(id)
    patience.endDelays()
    if let change = changes[id], change.entry.refusal != nil, let content = contents[id] {
      renew(id, content, change.entry.payload, needs: change.needs)
    }
    changes[id]?.endDelay()
    offer([id])
  }

  /// Resolves a change that the server certainly does not have.
  ///
  /// One that this release cannot decode is never sent again, so it can be resolved, too. If the model
  /// resolves the change, `needs` is the base that has to be stored first. If the user does, it is `nil`.
  mutating func resolve(
    _ resolution: Resolution<Content>, needs: Revision? = nil
  ) throws(SyncError) {
    let (id, isByUser) = (resolution.id, needs == nil)
    try requireIdle(id)
    guard let change = changes[id], !change.mayBeApplied || contents[id] == nil else {
      throw .mayBeApplied(ChangeID(rawValue: id))
    }
    switch resolution {
    case .discard:
      end(id, .discarded, needs: needs ?? 0)
      if isByUser { report(.discarded, id) }
    case .replace(_, let content):
      let payload = try encoded(content)
      if isByUser { patience.endDelays() }
      renew(id, content, payload, needs: needs ?? change.needs)
    }
  }
}
