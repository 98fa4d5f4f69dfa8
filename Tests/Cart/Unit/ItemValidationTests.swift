import CartTestSupport
import Foundation
import Networking
import NetworkingTestSupport
import Pricing
import Testing

@testable import Cart

struct ItemValidationTests {
  private let pizza = CartConfiguration(
    product: "margherita", variant: "large",
    modifiers: [.init("cheese", in: "extras", count: 2), .init("ham")], removed: ["onion"],
    parts: [.init("drink", CartConfiguration(product: "cola"))])

  @Test func `The text of a configuration has the documented form`() {
    #expect(pizza.text == "margherita/large+ham+extras:cheese*2-onion(drink:cola)")
    #expect(CartConfiguration(product: "a/b %ё").text == "a%2fb%20%25ё")
  }

  @Test func `Texts of configurations are equal exactly if the configurations are`() {
    let configurations = [
      CartConfiguration(product: "a"), CartConfiguration(product: "a", variant: "b"),
      CartConfiguration(product: "a/b"), CartConfiguration(product: "a", modifiers: [.init("b")]),
      CartConfiguration(product: "a+b"), CartConfiguration(product: "a", removed: ["b"]),
      CartConfiguration(product: "a", modifiers: [.init("b", count: 2)]),
      CartConfiguration(product: "a", modifiers: [.init("b*2")]),
      CartConfiguration(product: "a", modifiers: [.init("b", in: "c")]),
      CartConfiguration(product: "a", modifiers: [.init("b", in: "d")]),
      CartConfiguration(product: "a", modifiers: [.init("b", in: "c"), .init("b", in: "d")]),
      CartConfiguration(product: "a", modifiers: [.init("c:b")]),
      CartConfiguration(product: "a", parts: [.init("s", CartConfiguration(product: "b"))]),
      CartConfiguration(product: "a(s:b)"), CartConfiguration(product: "a%2fb"),
    ]
    #expect(Set(configurations.map(\.text)).count == configurations.count)
  }

  @Test func `A configuration is the same after it was stored and read`() throws {
    let data = try JSONEncoder().encode(pizza)
    #expect(try JSONDecoder().decode(CartConfiguration.self, from: data) == pizza)
    let short = try JSONDecoder().decode(
      CartConfiguration.self, from: Data(#"{"product":"cola"}"#.utf8))
    #expect(short == CartConfiguration(product: "cola"))
  }

  @Test func `Modifiers are sorted by group and id, and those without units are ignored`() {
    let sorted: [CartConfiguration.Modifier] = [
      .init("b"), .init("c"), .init("a", in: "1"), .init("d", in: "1"), .init("a", in: "2"),
      .init("c", in: "2"), .init("b", in: "3"),
    ]
    let none: [CartConfiguration.Modifier] = [.init("x", count: 0), .init("y", count: -1)]
    let configuration = CartConfiguration(
      product: "p", modifiers: none + sorted.reversed())
    #expect(configuration.modifiers == sorted)
  }

  @Test func `The units of a modifier are added up to at most the largest number`() {
    let one = CartConfiguration(
      product: "p", modifiers: [.init("a", count: .max), .init("a", count: 2)])
    #expect(one.modifiers == [.init("a", count: .max)])
  }

  @Test func `A configuration has at most 5,000 ids`() {
    let modifiers = (0..<40).map { CartConfiguration.Modifier("m\($0)") }
    let parts = (0..<19).map {
      CartConfiguration.Part("s\($0)", CartConfiguration(product: "p", removed: ["r"]))
    }
    func configuration(removed count: Int) -> CartConfiguration {
      CartConfiguration(
        product: "p", modifiers: modifiers, removed: (0..<count).map { "r\($0)" }, parts: parts)
    }
    // The product, 40 modifiers, 38 ids of the parts, and the removed ingredients.
    #expect(isAccepted(item(configuration(removed: 4_921))))
    #expect(!isAccepted(item(configuration(removed: 4_922))))
  }

  @Test func `A configuration has at most five levels, and a text of 256 KiB`() {
    #expect(isAccepted(item(nested(levels: 5))))
    for levels in 6...7 { #expect(!isAccepted(item(nested(levels: levels)))) }
    let longest = String(repeating: "ё", count: 131_072)
    #expect(isAccepted(item(CartConfiguration(product: longest))))
    #expect(!isAccepted(item(CartConfiguration(product: longest + "a"))))
  }

  @Test func `A name has 1 to 1,024 bytes, and the other texts at most 64 KiB together`() {
    let longest = String(repeating: "ё", count: 512)
    for (name, isValid) in [("", false), ("a", true), (longest, true), (longest + "a", false)] {
      #expect(isAccepted(item(name: name)) == isValid)
    }
    func text(_ character: Character, _ count: Int) -> String {
      String(repeating: character, count: count)
    }
    for (detail, isValid) in [("ё", true), ("ёb", false)] {
      let item = item(
        variantName: text("v", 30_000), details: ["a", detail], image: text("i", 30_000),
        revision: text("r", 5_533))
      #expect(isAccepted(item) == isValid)
    }
  }

  @Test func `A price is at least zero and at most ten billion units`() {
    for price in [Int64(0), 1_000_000_000_000] { #expect(isAccepted(item(price: price))) }
    for price in [Int64(-1), 1_000_000_000_001] { #expect(!isAccepted(item(price: price))) }
  }

  @Test func `Values by reference are equal exactly if their contents are`() {
    #expect(Indirect(1) == Indirect(1) && Indirect(1) != Indirect(2))
    #expect(Set([Indirect(1), Indirect(1), Indirect(2)]).count == 2)
    #expect(Indirect(1).hashValue != Indirect(2).hashValue)
  }

  private func item(
    _ configuration: CartConfiguration = CartConfiguration(product: "cola"), name: String = "Cola",
    variantName: String? = nil, details: [String] = [], image: String? = nil, price: Int64 = 600,
    revision: String = "1"
  ) -> CartItem {
    CartItem(
      configuration, city: .almaty, name: name, variantName: variantName,
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
}
