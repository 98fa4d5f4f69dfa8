import Commerce
import Foundation
import Testing

@testable import Menu
@testable import Sandbox

/// Whole menus of five chains, and the prices of orders that were worked out by hand.
struct ChainMenuOrderTests {
  private static let methods = ["delivery", "pickup"]

  @Test(arguments: ChainMenu.all)
  func `The menu of a chain has no problems`(_ chain: ChainMenu) throws {
    for method in Self.methods {
      #expect(try MenuSnapshot(chain.document(method)).problems == [])
    }
  }

  @Test func `The menu of the sandbox has no problems`() throws {
    let content = try MenuServerModel().content(of: 1, "en", "delivery")
    let data = try JSONSerialization.data(withJSONObject: content)
    #expect(try MenuSnapshot(json: data).problems == [])
  }

  @Test(arguments: ChainMenu.all)
  func `An order of a chain costs what was worked out by hand, on the device and on the server`(
    _ chain: ChainMenu
  ) throws {
    let expected = try chain.expectations()
    let server = try chain.serverPrices()
    let zone = try #require(TimeZone(identifier: "Asia/Almaty"))
    for method in Self.methods {
      let menu = try MenuSnapshot(chain.document(method))
      for order in expected.orders {
        let time = try ChainMenu.time(order.at)
        let orderable = try menu.at(time, stops: expected.stops.rows)
        let terms = MenuPrices.Terms(
          method: method,
          happy: server.happyVariants(at: Int(time.timeIntervalSince1970), in: zone))
        let hint = Comment(rawValue: order.sum ?? "\(order.problems ?? [])")
        #expect(orderable.problems(in: order.whole).map(\.text) == order.problems ?? [], hint)
        guard let expected = order.price else { continue }
        let item = try #require(orderable.ordered(order.whole), hint)
        let line = try CartView.Configuration(item.configuration)
        #expect(item.price.minorUnits == expected[method], hint)
        #expect(server.unitPrice(of: line, terms) == expected[method], hint)
        guard let contained = order.contains else { continue }
        let facts =
          switch order.whole {
          case .product(let product):
            (allergens: menu.allergens(of: product), diets: menu.diets(of: product))
          case .combo(let combo):
            (allergens: menu.allergens(of: combo), diets: menu.diets(of: combo))
          }
        #expect(Set(facts.allergens.contained.map(\.rawValue)) == Set(contained), hint)
        #expect(Set(facts.allergens.possible.map(\.rawValue)) == Set(order.traces ?? []), hint)
        #expect(Set(facts.diets.map(\.rawValue)) == Set(order.diets ?? []), hint)
      }
    }
  }

  @Test(arguments: ChainMenu.all)
  func `An item of a chain is out as long as its stops and hours say`(_ chain: ChainMenu) throws {
    let expected = try chain.expectations()
    let menu = try MenuSnapshot(chain.document())
    for absence in expected.absences ?? [] {
      let words = absence.item.split(separator: " ").map(String.init)
      let item = try #require(MenuItem(kind: words[0], id: words[1]))
      let order = try menu.at(ChainMenu.time(absence.at), stops: expected.stops.rows)
      let found = try #require(order.unavailability(of: item), "\(absence)")
      #expect(found.returns == (try absence.returns.map(ChainMenu.time)), "\(absence)")
    }
  }
}
