import Foundation
import Sandbox

/// The server's log of address changes, and the rule violations in it.
struct AddressHistory {
  /// One change.
  struct Change: Decodable {
    let revision: Int
    let method: String
    let path: String
    let changed: [AddressView]
  }

  /// The current addresses, by server ID.
  private(set) var rows: [String: AddressView] = [:]
  private(set) var flaws: [String] = []
  /// The newest edit of each address; for an address that the user has removed, ``removed`` contains it.
  private var newest: [String: Int] = [:]
  private var removed: [String: Int] = [:]

  init(_ changes: [Change]) {
    for change in changes { play(change) }
  }

  private mutating func play(_ change: Change) {
    if change.method == "DELETE", let id = change.path.split(separator: "/").last {
      let content = rows.removeValue(forKey: "\(id)")?.address
      // The user may restore an address that the other device removed.
      if let content, !(AddressDiary.shared ~= content.slot) {
        removed[content.label] = newest[content.label]
      }
    }
    for row in change.changed {
      let before = rows.updateValue(row, forKey: row.id)
      // An edit also counts if the server merged its fields into another device's address.
      guard before?.address["doorCode"] != row.address["doorCode"] else { continue }
      take(row.address, in: change)
    }
    let places = rows.values.map(\.address.place)
    if Set(places).count < places.count {
      flaws.append("\(change.revision): a place is there twice")
    }
  }

  /// Checks an edit by this device, whose door code is the number of its tap.
  private mutating func take(_ content: AddressView.Content, in change: Change) {
    guard let number = Int(content["doorCode"]) else { return }
    if let last = removed[content.label], number <= last {
      flaws.append("\(change.revision): \(content.label) is back as \(number)")
    }
    newest[content.label] = max(number, newest[content.label] ?? 0)
  }

  /// The labels of this device's addresses that do not contain their newest edit.
  ///
  /// That may be temporary: a change that replaces a rejected one is sent in its place, before
  /// older edits.
  var stale: [String] {
    rows.values.map(\.address).filter { content in
      guard let number = Int(content["doorCode"]) else { return false }
      return !(AddressDiary.shared ~= content.slot) && number != newest[content.label]
    }.map(\.label)
  }
}

extension AddressView.Content {
  /// The normalized place: equal values denote the same place.
  fileprivate var place: String { "\(self["street"].lowercased()) \(self["house"])" }

  /// The number of the test's address; -1 for any other address.
  var slot: Int { label.split(separator: " ").last.flatMap { Int($0) } ?? -1 }
}
