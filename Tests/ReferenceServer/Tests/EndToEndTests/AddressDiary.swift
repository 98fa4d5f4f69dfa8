import AddressesServerModel
import Foundation

/// What an app has said of its addresses, and so what the server has to have of each.
struct AddressDiary {
  /// An address as it was on the screen.
  struct Row: Decodable {
    let id: String
    let server: String
    let address: AddressView.Content
    let isDefault: Bool
  }

  private(set) var next = 1
  /// The last tap that there is to be.
  private var last = 0
  /// Which address each tap was said to have changed.
  private(set) var taken: [Int: String] = [:]
  /// What was being tapped when the app was killed.
  private(set) var unsure: Set<Int> = []
  private(set) var page: [Row]?
  private(set) var isDone = false

  /// How many taps were said to be taken.
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

  /// Notes that the app was killed: what it was about to say may be kept or not.
  mutating func endLife() {
    guard next <= last else { return }
    unsure.insert(next)
    next += 1
  }

  /// Says how far the app is to go; it is not done before it has shown what is there by then.
  mutating func goOn(to last: Int) {
    self.last = last
    (page, isDone) = (nil, false)
  }
}
