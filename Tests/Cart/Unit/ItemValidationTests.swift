import CartTestSupport
import Commerce
import Foundation
import NetworkingTestSupport
import Testing

@testable import Cart

struct ItemValidationTests {
  @Test func `A configuration has at most 5,000 ids`() {
    let modifiers = (0..<40).map { ItemConfiguration.Modifier("m\($0)") }
    let parts = (0..<19).map {
      ItemConfiguration.Part("s\($0)", ItemConfiguration(product: "p", removed: ["r"]))
    }
    func configuration(removed count: Int) -> ItemConfiguration {
      ItemConfiguration(
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
    #expect(isAccepted(item(ItemConfiguration(product: longest))))
    #expect(!isAccepted(item(ItemConfiguration(product: longest + "a"))))
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

  @Test func `An item of a response is shown with texts of 200 letters and a price in range`() {
    func text(_ count: Int) -> String { String(repeating: "ё", count: count) }
    let long = item(
      name: text(201), variantName: text(201), details: Array(repeating: text(201), count: 101),
      price: 1_000_000_000_001)
    #expect(long.shortened.name == text(200) && long.shortened.variantName == text(200))
    #expect(long.shortened.details == Array(repeating: text(200), count: 100))
    #expect(long.shortened.unitPrice.minorUnits == 0)
    let short = item(name: text(200), variantName: text(200), details: [text(200)])
    #expect(short.shortened == short)
  }

  private func item(
    _ configuration: ItemConfiguration = ItemConfiguration(product: "cola"), name: String = "Cola",
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
  private func nested(levels: Int) -> ItemConfiguration {
    let parts: [ItemConfiguration.Part] = levels > 1 ? [.init("s", nested(levels: levels - 1))] : []
    return ItemConfiguration(product: "p\(levels)", parts: parts)
  }
}
