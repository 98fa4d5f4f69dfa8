/// An element of a collection, such as an address or an outbox entry.
package struct Item: Codable, Sendable, Identifiable, Equatable {
  package let id: Int
  package var name: String
  package var street: String
  package var note: String
  package var price: Int
  package var latitude: Double
  package var longitude: Double
  package var isActive: Bool
  package var tags: [String]

  /// Creates an item from the columns of a row.
  package init(
    _ id: Int, _ name: String, _ street: String, _ note: String, _ price: Int,
    _ latitude: Double, _ longitude: Double, _ isActive: Bool, tags: [String]
  ) {
    (self.id, self.name, self.street, self.note) = (id, name, street, note)
    (self.price, self.latitude, self.longitude) = (price, latitude, longitude)
    (self.isActive, self.tags) = (isActive, tags)
  }

  /// Returns an item of about 267 bytes of JSON.
  package static func sample(_ id: Int, round: Int = 0) -> Item {
    Item(
      id, Menu.name(id), "Bauman street \(id % 300), building \(id % 7)",
      "Entrance from the yard, floor \(id % 9), code \(id % 1000)", 100 + (id * 31 + round) % 4000,
      55.5 + Double(id % 997) / 1024, 49.0 + Double(id % 991) / 1024, id.isMultiple(of: 2),
      tags: ["home", "tag-\(id % 20)", "round-\(round % 10)"])
  }

  /// Returns an item the size of a pending change, about half of ``sample(_:round:)``.
  package static func small(_ id: Int) -> Item {
    Item(
      id, "6f1c2f9e-0d6a-4e63-9d0b-\(100_000_000_000 + id)", "cart/line-\(id % 40)", "", id % 9,
      0, 0, true, tags: [])
  }

  package static func samples(_ count: Int) -> [Item] { (0..<count).map { sample($0) } }
}
