import CartTestSupport
import Foundation
import Networking
import NetworkingTestSupport
import Pricing
import Testing

@testable import Cart

@Suite("The form and the limits of an item")
struct ItemValidationTests {
  private func item(
    _ configuration: CartConfiguration = CartConfiguration(product: "cola"), name: String = "Cola",
    variantName: String? = nil, details: [String] = [], image: String? = nil, price: Int64 = 600,
    revision: String = "1"
  ) -> CartItem {
    CartItem(
      configuration, city: RequestContext.almaty.city, name: name, variantName: variantName,
      details: details, image: image,
      unitPrice: Money(price, CartItem.cola.unitPrice.currency), revision: revision)
  }

  private func isAccepted(_ item: CartItem) -> Bool {
    do { try item.check() } catch { return false }
    return true
  }

  /// Returns a configuration with this number of nesting levels.
  private func nested(levels: Int) -> CartConfiguration {
    let parts: [CartConfiguration.Part] = levels > 1 ? [.init("s", nested(levels: levels - 1))] : []
    return CartConfiguration(product: "p\(levels)", parts: parts)
  }

  @Test func `the text of a configuration has the documented form`() {
    let pizza = CartConfiguration(
      product: "margherita", variant: "large",
      modifiers: [.init("cheese", in: "extras", count: 2), .init("ham")], removed: ["onion"],
      parts: [.init("drink", CartConfiguration(product: "cola"))])
    #expect(pizza.text == "margherita/large+ham+extras:cheese*2-onion(drink:cola)")
    #expect(CartConfiguration(product: "a/b %ё").text == "a%2fb%20%25ё")
  }

  @Test func `a configuration is the same after it was stored and read`() throws {
    let pizza = CartConfiguration(
      product: "margherita", variant: "large", modifiers: [.init("cheese", in: "extras", count: 2)],
      removed: ["onion"], parts: [.init("drink", CartConfiguration(product: "cola"))])
    let data = try JSONEncoder().encode(pizza)
    #expect(try JSONDecoder().decode(CartConfiguration.self, from: data) == pizza)
    let short = try JSONDecoder().decode(
      CartConfiguration.self, from: Data(#"{"product":"cola"}"#.utf8))
    #expect(short == CartConfiguration(product: "cola"))
  }

  @Test func `modifiers are sorted by group and id, and those without units are ignored`() {
    let sorted: [CartConfiguration.Modifier] = [
      .init("b"), .init("c"), .init("a", in: "1"), .init("d", in: "1"), .init("a", in: "2"),
      .init("c", in: "2"), .init("b", in: "3"),
    ]
    let none: [CartConfiguration.Modifier] = [.init("x", count: 0), .init("y", count: -1)]
    let configuration = CartConfiguration(
      product: "p", modifiers: none + sorted.reversed())
    #expect(configuration.modifiers == sorted)
  }

  @Test func `the units of a modifier are added up to at most the largest number`() {
    let one = CartConfiguration(
      product: "p", modifiers: [.init("a", count: .max), .init("a", count: 2)])
    #expect(one.modifiers == [.init("a", count: .max)])
  }

  @Test func `a configuration has at most 100 ids`() {
    let modifiers = (0..<40).map { CartConfiguration.Modifier("m\($0)") }
    let parts = (0..<19).map {
      CartConfiguration.Part("s\($0)", CartConfiguration(product: "p", removed: ["r"]))
    }
    func configuration(removed count: Int) -> CartConfiguration {
      CartConfiguration(
        product: "p", modifiers: modifiers, removed: (0..<count).map { "r\($0)" }, parts: parts)
    }
    // The product, 40 modifiers, 38 ids of the parts, and the removed ingredients.
    #expect(isAccepted(item(configuration(removed: 21))))
    #expect(!isAccepted(item(configuration(removed: 22))))
  }

  @Test func `a configuration has at most five levels`() {
    #expect(isAccepted(item(nested(levels: 5))))
    #expect(!isAccepted(item(nested(levels: 6))))
    #expect(!isAccepted(item(nested(levels: 7))))
  }

  @Test func `the text of a configuration has at most 4,096 bytes`() {
    #expect(isAccepted(item(CartConfiguration(product: String(repeating: "ё", count: 2_048)))))
    #expect(
      !isAccepted(item(CartConfiguration(product: String(repeating: "ё", count: 2_048) + "a"))))
  }

  @Test func `a name has 1 to 1,024 bytes`() {
    #expect(!isAccepted(item(name: "")))
    #expect(isAccepted(item(name: "a")))
    #expect(isAccepted(item(name: String(repeating: "ё", count: 512))))
    #expect(!isAccepted(item(name: String(repeating: "ё", count: 512) + "a")))
  }

  @Test func `the other texts have at most 8,192 bytes together`() {
    let longest = item(
      variantName: String(repeating: "v", count: 2_000), details: ["a", "ё"],
      image: String(repeating: "i", count: 2_000), revision: String(repeating: "r", count: 4_189))
    #expect(isAccepted(longest))
    let longer = item(
      variantName: String(repeating: "v", count: 2_000), details: ["a", "ёb"],
      image: String(repeating: "i", count: 2_000), revision: String(repeating: "r", count: 4_189))
    #expect(!isAccepted(longer))
  }

  @Test func `a price is at least zero and at most ten billion units`() {
    #expect(isAccepted(item(price: 0)))
    #expect(!isAccepted(item(price: -1)))
    #expect(isAccepted(item(price: 1_000_000_000_000)))
    #expect(!isAccepted(item(price: 1_000_000_000_001)))
  }

  @Test func `values by reference are equal exactly if their contents are`() {
    #expect(Indirect(1) == Indirect(1))
    #expect(Indirect(1) != Indirect(2))
    #expect(Set([Indirect(1), Indirect(1), Indirect(2)]).count == 2)
    #expect(Indirect(1).hashValue != Indirect(2).hashValue)
  }
}
