import Commerce
import Menu
import MenuKit
import ShowcaseKit

extension OrderableMenu {
  /// Returns an item in the cart as lines of text, each of which begins with `indent`.
  ///
  /// The first line is the item with its choices and its price. If the item is a combo, an indented
  /// line follows for each of its products.
  func lines(_ item: OrderedItem, indent: String = "") -> [String] {
    let choices = item.choices.map { choice in
      switch choice.kind {
      case .size, .crust: choice.name
      case .secondHalf: "½ \(choice.name)"
      case .modifier:
        "+ \(choice.count == 1 ? "" : "\(choice.count) × ")\(choice.name)"
          + (choice.portion.map { ", \($0) half" } ?? "")
          + (choice.amount.map { ", \($0.name)" } ?? "")
      case .removed: "− \(choice.name)"
      }
    }
    let details = choices.isEmpty ? "" : " (\(choices.joined(separator: ", ")))"
    // An indented line is a product of a combo, with its share of the price.
    return ["\(indent)\(item.name)\(details)  \(text(item.price))"]
      + item.products.flatMap { lines($0, indent: indent + "  ") }
  }

  /// Returns the changes from the menu `old` to this menu, each as one line of text.
  ///
  /// Omits added and removed items that are neither products nor combos.
  func lines(_ changes: MenuChanges, since old: OrderableMenu) -> [String] {
    let prices = changes.prices.map { change in
      change.old == change.new
        ? "\(name(change.item)): other pricing rule"
        : "\(name(change.item)): \(text(change.old)) → \(text(change.new))"
    }
    return changes.removed.filter(\.isShown).map { "removed: \(old.name($0))" }.sorted()
      + changes.added.filter(\.isShown).map { "added: \(name($0))" }.sorted() + prices.sorted()
  }
}

extension MenuItem {
  /// Whether a text about changes of the menu mentions that this item was added or removed.
  ///
  /// `true` only for products and combos.
  fileprivate var isShown: Bool {
    switch self {
    case .product, .combo: true
    case .variant, .modifier, .ingredient, .size, .category: false
    }
  }
}

extension MenuSnapshot {
  /// The number of products and combos, the revision, and the number of defects in the server's data.
  var summary: String {
    let count = problems.count
    let flaws = count == 0 ? "" : ", \(count) \(count == 1 ? "problem" : "problems")"
    return "\(products.count) products, \(combos.count) combos, revision \(revision)\(flaws)"
  }
}
