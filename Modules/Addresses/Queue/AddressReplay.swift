import Foundation
import Sync

/// What the server had, with the changes that wait on top: what is shown.
///
/// A pure function of both. Changes say what there is to be, so it does not matter whether the server
/// has one of them already.
struct AddressReplay {
  private(set) var shown: [SavedAddress]

  init(_ kept: [KeptAddress], _ changes: [PendingWish]) {
    shown = kept.map(SavedAddress.init)
    for change in changes { replay(change) }
  }

  private mutating func replay(_ pending: PendingWish) {
    let (wish, mark) = (pending.change.wish, pending.mark)
    guard let index = index(of: pending.change.address) else {
      // Also of what was removed elsewhere or refused the user sees what was wanted.
      guard let content = wish.content else { return }
      var address = SavedAddress(
        id: pending.change.address, serverID: "", address: content, lastUsed: nil,
        isDefault: false, obstacle: nil)
      (address.mark, address.unsynced) = (mark, mark == .confirmed ? [] : wish.parts)
      if case .make(_, let used) = wish, used > 0 { address.lastUsed = Date(milliseconds: used) }
      return shown.append(address)
    }
    // What the user has to decide about is not hidden by what waits behind it.
    if !shown[index].mark.isFailed { shown[index].mark = mark }
    guard !mark.isFailed else { return }
    if mark != .confirmed { shown[index].unsynced.formUnion(wish.parts) }
    switch wish {
    // The server has it, and whoever has changed it since was later.
    case .make: break
    case .patch(let content, let used):
      if let content { shown[index].address = content }
      if used > shown[index].used { shown[index].lastUsed = Date(milliseconds: used) }
    case .remove: shown.remove(at: index)
    case .prefer(let city):
      for other in shown.indices where shown[other].address.city == city {
        shown[other].isDefault = other == index
      }
    }
  }

  private func index(of id: SavedAddress.ID) -> Int? {
    shown.firstIndex { $0.id == id } ?? shown.firstIndex { $0.serverID == id.rawValue }
  }
}

/// A change that waits, and how far it got.
struct PendingWish: Sendable, Equatable {
  let change: AddressChange
  let mark: AddressMark
}

extension AddressMark {
  /// Whether the user has to decide.
  var isFailed: Bool { if case .failed = self { true } else { false } }
}

extension SavedAddress {
  /// When it was used last, in milliseconds since 1970; 0 when it never was.
  var used: Int64 { lastUsed?.milliseconds ?? 0 }

  init(_ kept: KeptAddress) {
    self.init(
      id: kept.id, serverID: kept.serverID, address: kept.address,
      lastUsed: kept.used > 0 ? Date(milliseconds: kept.used) : nil, isDefault: kept.isDefault,
      obstacle: kept.obstacle.isEmpty ? nil : AddressObstacle(kept.obstacle))
  }
}

extension Date {
  /// Times are kept and sent in whole milliseconds, so that they are the same everywhere.
  init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1_000) }

  var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1_000).rounded()) }
}
