import AddressesServerModel
import Foundation

/// What was made of addresses at a server, in order, and what of that cannot be.
struct AddressHistory {
  /// One change.
  struct Change: Decodable {
    let revision: Int
    let method: String
    let path: String
    let changed: [AddressView]
  }

  /// The addresses that there are, by the server's ids.
  private(set) var rows: [String: AddressView] = [:]
  private(set) var flaws: [String] = []
  /// The newest edit of this device that each address has had, and whether it was removed since.
  private var edits: [String: (number: Int, isRemoved: Bool)] = [:]

  init(_ changes: [Change]) {
    for change in changes { play(change) }
  }

  private mutating func play(_ change: Change) {
    if change.method == "DELETE", let id = change.path.split(separator: "/").last {
      if let label = rows.removeValue(forKey: "\(id)")?.address.label {
        edits[label]?.isRemoved = true
      }
    }
    for row in change.changed {
      let before = rows.updateValue(row, forKey: row.id)
      // Also when another device has moved the fields of it into its own.
      guard before?.address["doorCode"] != row.address["doorCode"] else { continue }
      take(row.address, in: change)
    }
    let labels = rows.values.map(\.address.label).filter { !$0.isEmpty }
    if Set(labels).count < labels.count { flaws.append("\(change.revision): one is there twice") }
    let places = rows.values.map(\.address.place)
    if Set(places).count < places.count {
      flaws.append("\(change.revision): a place is there twice")
    }
  }

  /// Looks whether an edit of this device comes in its turn: each has its own number for a door code.
  private mutating func take(_ content: AddressView.Content, in change: Change) {
    guard let number = Int(content["doorCode"]) else { return }
    if let last = edits[content.label] {
      // What the user has removed stays so; what was removed elsewhere may have been kept as it was.
      let isLater = number > last.number
      let isKept = number == last.number && (!last.isRemoved || AddressDiary.shared ~= content.slot)
      if !isLater, !isKept {
        flaws.append("\(change.revision): \(content.label) says \(number) after \(last.number)")
      }
    }
    edits[content.label] = (number, false)
  }
}

extension AddressView.Content {
  /// Two contents with the same are one place.
  fileprivate var place: String { "\(self["street"].lowercased()) \(self["house"])" }

  /// Which of the addresses of the test it is; -1 when it is another.
  var slot: Int { label.split(separator: " ").last.flatMap { Int($0) } ?? -1 }
}
