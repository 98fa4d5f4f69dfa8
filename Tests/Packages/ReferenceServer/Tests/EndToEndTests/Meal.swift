import Foundation
import Sandbox

/// The output of the cart app for one cart, and the content that follows from it.
struct Meal {
  /// The cart as displayed.
  struct Page: Decodable {
    let cart: String
    let lines: [String: Int]
    let finals, fees, due: Int64
  }

  private(set) var next: Int
  private var taken: Set<Int> = []
  private var unsure: Set<Int> = []
  /// The quantities that another device added, by pizza.
  var elsewhere: [Int: Int] = [:]
  private(set) var cart: String?
  private(set) var page: Page?
  private(set) var isDone = false

  init(from first: Int) {
    next = first
  }

  /// The number of confirmed taps.
  var count: Int { taken.count }

  mutating func hear(_ line: String) throws {
    let words = line.split(separator: " ", maxSplits: 2)
    switch (words.first, words.count > 1 ? Int(words[1]) : nil) {
    case ("TAKEN", let number?) where words.count == 3:
      taken.insert(number)
      cart = String(words[2])
      next = number + 1
    case ("LEFT", let number?): next = number + 1
    case ("SHOWN", _):
      let page = try JSONDecoder().decode(Page.self, from: Data(line.dropFirst(6).utf8))
      (self.page, cart) = (page, page.cart)
    case ("DONE", _): isDone = true
    default: break
    }
  }

  /// Notes a kill of the app: the tap in progress may be stored or not.
  mutating func endLife() {
    unsure.insert(next)
    next += 1
  }

  /// Returns the possible quantities of a pizza; more than one after a kill during a tap.
  func quantities(of cheese: Int) -> Set<Int> {
    var quantities: Set = [elsewhere[cheese] ?? 0]
    for number in taken.union(unsure).sorted() where number % 20 == cheese && number % 25 < 23 {
      let changed =
        number % 40 < 36 ? Set(quantities.map { $0 + 1 }) : [number % 9 + 1]
      quantities = unsure.contains(number) ? quantities.union(changed) : changed
    }
    return quantities
  }
}

extension CartView {
  /// The quantities of pizzas by units of cheese.
  var pizzas: [String: Int] {
    Dictionary(
      lines.map { ("\($0.item.configuration.modifiers.first?.count ?? 0)", $0.quantity) },
      uniquingKeysWith: +)
  }

  /// Whether the totals equal the sums of lines, discounts, and fees.
  var addsUp: Bool {
    let finals = lines.reduce(0) { $0 + $1.final }
    let parts = lines.flatMap(\.discounts).reduce(0) { $0 + $1.amount }
    return finals + fees.reduce(0) { $0 + $1.amount } == totals.due
      && parts == totals.discount
      && totals.discounts.reduce(0) { $0 + $1.amount } == totals.discount
  }
}
