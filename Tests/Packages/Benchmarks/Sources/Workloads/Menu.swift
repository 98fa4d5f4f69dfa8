/// A menu of plain values: 120 ingredients, 250 products of six sizes, 30 combos of five slots.
package struct Menu: Codable, Sendable, Equatable {
  /// An ingredient of products.
  package struct Ingredient: Codable, Sendable, Equatable {
    package let id: String
    package let name: String
    package var price: Int
    package let isVegan: Bool
  }

  /// A size of a product.
  package struct Size: Codable, Sendable, Equatable {
    package let id: String
    package let name: String
    package let price: Int
    package let weight: Int
    package let ingredients: [String]
  }

  /// A product sold in several sizes.
  package struct Product: Codable, Sendable, Equatable {
    package let id: String
    package let name: String
    package let text: String
    package let image: String?
    package let isNew: Bool
    package let sizes: [Size]
  }

  /// The products available for one part of a combo.
  package struct Slot: Codable, Sendable, Equatable {
    package let id: String
    package let products: [String]
  }

  /// Several products at one price.
  package struct Combo: Codable, Sendable, Equatable {
    package let id: String
    package let name: String
    package let price: Int
    package let slots: [Slot]
  }

  package var revision: Int
  package var ingredients: [Ingredient]
  package let products: [Product]
  package let combos: [Combo]

  /// Creates a menu from rows.
  package init(revision: Int, ingredients: [Ingredient], products: [Product], combos: [Combo]) {
    self.revision = revision
    self.ingredients = ingredients
    self.products = products
    self.combos = combos
  }
}

extension Menu.Ingredient {
  package init(_ id: String, _ name: String, _ price: Int, _ isVegan: Bool) {
    (self.id, self.name, self.price, self.isVegan) = (id, name, price, isVegan)
  }
}

extension Menu.Size {
  package init(
    _ id: String, _ name: String, _ price: Int, _ weight: Int, ingredients: [String]
  ) {
    (self.id, self.name, self.price, self.weight) = (id, name, price, weight)
    self.ingredients = ingredients
  }
}

extension Menu.Product {
  package init(
    _ id: String, _ name: String, _ text: String, _ image: String?, _ isNew: Bool,
    sizes: [Menu.Size]
  ) {
    (self.id, self.name, self.text, self.image) = (id, name, text, image)
    (self.isNew, self.sizes) = (isNew, sizes)
  }
}

extension Menu.Slot {
  package init(_ id: String, products: [String]) { (self.id, self.products) = (id, products) }
}

extension Menu.Combo {
  package init(_ id: String, _ name: String, _ price: Int, slots: [Menu.Slot]) {
    (self.id, self.name, self.price, self.slots) = (id, name, price, slots)
  }
}

extension Menu {
  /// Returns a menu that is the same in every process; each revision has different prices.
  package static func sample(revision: Int) -> Menu {
    Menu(
      revision: revision,
      ingredients: (0..<120).map {
        Ingredient(
          "ingredient-\($0)", "\(name($0)) fresh", 30 + ($0 * 7 + revision) % 90,
          $0.isMultiple(of: 3))
      },
      products: (0..<250).map(product),
      combos: (0..<30).map { combo in
        Combo(
          "combo-\(combo)", "\(name(combo)) for company", 1900 + combo * 10,
          slots: (0..<5).map { slot in
            Slot(
              "combo-\(combo)-slot-\(slot)",
              products: (0..<40).map { "product-\((combo * 31 + slot * 17 + $0) % 250)" })
          })
      })
  }

  private static func product(_ index: Int) -> Product {
    Product(
      "product-\(index)", name(index), "\(name(index + 3)), \(name(index + 5)) and sauce",
      index.isMultiple(of: 5) ? nil : "https://images.example.com/\(index).webp",
      index.isMultiple(of: 9),
      sizes: (0..<6).map { size in
        Size(
          "size-\(index)-\(size)", "\(20 + size * 5) cm", 400 + index + size * 110,
          300 + size * 90,
          ingredients: (0..<8).map { "ingredient-\((index * 13 + $0 * 11 + size) % 120)" })
      })
  }

  static func name(_ index: Int) -> String {
    let names = [
      "Margherita", "Пепперони", "Four cheeses", "Ветчина и грибы", "Hawaiian", "Қазы", "Diavola",
      "Чили", "Caesar", "Маргарита", "Carbonara", "Мексиканская", "Barbecue",
    ]
    return "\(names[index % names.count]) \(index)"
  }
}
