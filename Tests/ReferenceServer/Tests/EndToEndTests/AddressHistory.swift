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
  /// The newest edit that each address has had, and what that was when the user removed it.
  private var newest: [String: Int] = [:]
  private var removed: [String: Int] = [:]

  init(_ changes: [Change]) {
    for change in changes { play(change) }
  }

  private mutating func play(_ change: Change) {
    if change.method == "DELETE", let id = change.path.split(separator: "/").last {
      let content = rows.removeValue(forKey: "\(id)")?.address
      // What another device has removed may be kept.
      if let content, !(AddressDiary.shared ~= content.slot) {
        removed[content.label] = newest[content.label]
      }
    }
    for row in change.changed {
      let before = rows.updateValue(row, forKey: row.id)
      // Also when another device has moved the fields of it into its own.
      guard before?.address["doorCode"] != row.address["doorCode"] else { continue }
      take(row.address, in: change)
    }
    let places = rows.values.map(\.address.place)
    if Set(places).count < places.count {
      flaws.append("\(change.revision): a place is there twice")
    }
  }

  /// Looks at an edit of this device: each has its own number for a door code.
  private mutating func take(_ content: AddressView.Content, in change: Change) {
    guard let number = Int(content["doorCode"]) else { return }
    if let last = removed[content.label], number <= last {
      flaws.append("\(change.revision): \(content.label) is back as \(number)")
    }
    newest[content.label] = max(number, newest[content.label] ?? 0)
  }

  /// The addresses that no other device has edited and that do not say what was said last.
  ///
  /// An edit that outdoes a refused one comes in its place too, so for a moment an older one may follow.
  var stale: [String] {
    rows.values.map(\.address).filter { content in
      guard let number = Int(content["doorCode"]) else { return false }
      return !(AddressDiary.shared ~= content.slot) && number != newest[content.label]
    }.map(\.label)
  }
}

extension AddressView.Content {
  /// Two contents with the same are one place.
  fileprivate var place: String { "\(self["street"].lowercased()) \(self["house"])" }

  /// Which of the addresses of the test it is; -1 when it is another.
  var slot: Int { label.split(separator: " ").last.flatMap { Int($0) } ?? -1 }
}
