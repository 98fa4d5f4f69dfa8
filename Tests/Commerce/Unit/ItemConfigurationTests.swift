import Commerce
import Foundation
import Testing

@Suite struct ItemConfigurationTests {
  private let pizza = ItemConfiguration(
    product: "margherita", variant: "large",
    modifiers: [.init("cheese", in: "extras", count: 2), .init("ham")], removed: ["onion"],
    parts: [.init("drink", ItemConfiguration(product: "cola"))])

  @Test func `The text of a configuration has the documented form`() {
    #expect(pizza.text == "margherita/large+ham+extras:cheese*2-onion(drink:cola)")
    #expect(ItemConfiguration(product: "a/b %ё").text == "a%2fb%20%25ё")
  }

  @Test func `Texts of configurations are equal exactly if the configurations are`() {
    let configurations = [
      ItemConfiguration(product: "a"), ItemConfiguration(product: "a", variant: "b"),
      ItemConfiguration(product: "a/b"), ItemConfiguration(product: "a", modifiers: [.init("b")]),
      ItemConfiguration(product: "a+b"), ItemConfiguration(product: "a", removed: ["b"]),
      ItemConfiguration(product: "a", modifiers: [.init("b", count: 2)]),
      ItemConfiguration(product: "a", modifiers: [.init("b*2")]),
      ItemConfiguration(product: "a", modifiers: [.init("b", in: "c")]),
      ItemConfiguration(product: "a", modifiers: [.init("b", in: "d")]),
      ItemConfiguration(product: "a", modifiers: [.init("b", in: "c"), .init("b", in: "d")]),
      ItemConfiguration(product: "a", modifiers: [.init("c:b")]),
      ItemConfiguration(product: "a", parts: [.init("s", ItemConfiguration(product: "b"))]),
      ItemConfiguration(product: "a(s:b)"), ItemConfiguration(product: "a%2fb"),
    ]
    #expect(Set(configurations.map(\.text)).count == configurations.count)
  }

  @Test func `A configuration is the same after it was stored and read`() throws {
    let data = try JSONEncoder().encode(pizza)
    #expect(try JSONDecoder().decode(ItemConfiguration.self, from: data) == pizza)
    let short = try JSONDecoder().decode(
      ItemConfiguration.self, from: Data(#"{"product":"cola"}"#.utf8))
    #expect(short == ItemConfiguration(product: "cola"))
  }

  @Test func `Modifiers are sorted by group and id, and those without units are ignored`() {
    let sorted: [ItemConfiguration.Modifier] = [
      .init("b"), .init("c"), .init("a", in: "1"), .init("d", in: "1"), .init("a", in: "2"),
      .init("c", in: "2"), .init("b", in: "3"),
    ]
    let none: [ItemConfiguration.Modifier] = [.init("x", count: 0), .init("y", count: -1)]
    let configuration = ItemConfiguration(
      product: "p", modifiers: none + sorted.reversed())
    #expect(configuration.modifiers == sorted)
  }

  @Test func `The units of a modifier are added up to at most the largest number`() {
    let one = ItemConfiguration(
      product: "p", modifiers: [.init("a", count: .max), .init("a", count: 2)])
    #expect(one.modifiers == [.init("a", count: .max)])
  }

  @Test func `The order of the parts of a slot has no effect, and a part is one product`() {
    let drinks = ["cola", "tea"].map {
      ItemConfiguration.Part("drink", ItemConfiguration(product: $0))
    }
    let combo = ItemConfiguration(product: "combo", parts: drinks.reversed())
    #expect(combo == ItemConfiguration(product: "combo", parts: drinks))
    #expect(combo.parts.map(\.configuration.product) == ["cola", "tea"])
    #expect(combo != ItemConfiguration(product: "combo", parts: drinks + drinks.prefix(1)))
  }

  @Test func `The half and the amount of a modifier tell two choices apart`() {
    let choices: [ItemConfiguration.Modifier] = [
      .init("ham"), .init("ham", amount: "light"), .init("ham", portion: "first"),
      .init("ham", portion: "first", amount: "light"), .init("ham", portion: "second"),
    ]
    let pizza = ItemConfiguration(product: "p", modifiers: choices.reversed() + choices)
    #expect(pizza.modifiers.map(\.count) == [2, 2, 2, 2, 2])
    #expect(pizza.text == "p+ham*2+ham=light*2+ham@first*2+ham@first=light*2+ham@second*2")
  }
}
