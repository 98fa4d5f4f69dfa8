import Foundation
import Sandbox

/// The output of the address app, and the server state that follows from it.
struct AddressDiary {
  /// An address as displayed.
  struct Row: Decodable {
    let id: String
    let server: String
    let address: AddressView.Content
    let isDefault: Bool
  }

  private(set) var next = 1
  /// The number of the last tap.
  private var last = 0
  /// The IDs of the changed addresses, by confirmed tap.
  private(set) var taken: [Int: String] = [:]
  /// The taps in progress when the app was killed.
  private(set) var unsure: Set<Int> = []
  private(set) var page: [Row]?
  private(set) var isDone = false

  /// The number of confirmed taps.
  var count: Int { taken.count }

  mutating func hear(_ line: String) throws {
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    switch (words.first, words.count > 1 ? Int(words[1]) : nil) {
    case ("TAKEN", let number?) where words.count == 3:
      taken[number] = words[2]
      next = number + 1
    case ("LEFT", let number?): next = number + 1
    case ("SHOWN", _):
      page = try JSONDecoder().decode([Row].self, from: Data(line.dropFirst(6).utf8))
    case ("DONE", _): isDone = true
    default: break
    }
  }

  /// Notes a kill of the app: the tap in progress may be stored or not.
  mutating func endLife() {
    guard next <= last else { return }
    unsure.insert(next)
    next += 1
  }

  /// Sets the number of the last tap; the app is done when it has displayed the addresses once more.
  mutating func goOn(to last: Int) {
    self.last = last
    (page, isDone) = (nil, false)
  }
}
