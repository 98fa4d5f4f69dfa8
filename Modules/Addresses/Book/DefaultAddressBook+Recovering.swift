import Sync

extension DefaultAddressBook {
  /// Records whether the queue changes addresses that nothing is kept of.
  func noteLostRecord() {
    let changes = items.compactMap(\.change)
    let made = Set(changes.filter(\.wish.isNew).map(\.address))
    isRecordLost = kept.isEmpty && changes.contains { !made.contains($0.address) }
  }

  /// The names on this device of addresses by their ids at the server, as waiting changes tell them.
  func namesInQueue(besides made: [String: SavedAddress.ID]) -> [String: SavedAddress.ID] {
    let new = Set(made.values)
    var names: [String: SavedAddress.ID] = [:]
    for change in items.compactMap(\.change) where !new.contains(change.address) {
      if let serverID = change.serverID { names[serverID] = change.address }
    }
    return names
  }
}
