/// The server's response with a menu: tables of rows that refer to each other by id.
///
/// Stored menus contain this type. A new field must be optional, because the stored menus lack it.
///
/// Frequent ids are plain strings, which are decoded several times as fast as typed ids. Rarely used fields
/// come last in each row, because the decoder then detects faster that these fields are missing. Values that
/// this release does not know, such as a new badge, are preserved.
struct MenuDocument: Codable, Equatable, Sendable {
  let revision: Int
  let language: String
  let currency: String
  var categories: Rows<CategoryRow>
  var products: Rows<ProductRow>
  var sizes: Rows<NameRow>
  var crusts: Rows<NameRow>
  var ingredients: Rows<NameRow>
  var groups: Rows<GroupRow>
  var modifiers: Rows<ModifierRow>
  var combos: Rows<ComboRow>
  var slots: Rows<SlotRow>
}

/// A row of a ``MenuDocument``, with an id to which other rows can refer.
protocol MenuRow: Codable, Equatable, Sendable {
  var id: String { get }
}

/// Name of a size, a crust or an ingredient.
struct NameRow: MenuRow {
  let id: String
  let name: String
}

/// A reference to an item by its kind and its id.
struct ItemRow: Codable, Equatable, Sendable {
  let kind: String
  let id: String
}

struct CategoryRow: MenuRow {
  let id: String
  let name: String
  let items: Rows<ItemRow>
}

struct HoursRow: Codable, Equatable, Sendable {
  let days: [Int]
  let opens: Int
  let closes: Int
  let from: String?
  let until: String?
}

struct ProductRow: MenuRow {
  let id: String
  let name: String
  let text: String?
  let image: ImageSet?
  let badges: [String]?
  let allergens: [String]?
  var variants: Rows<VariantRow>
  let ingredients: [String]?
  let groups: [String]?
  let halves: HalvesRow?
  let hours: [HoursRow]?
  let diets: [String]?
  let mayContain: [String]?
  var offers: [OfferRow]?
  var allowances: [Allowance]?
  var freeWithout: [FreeWithout]?
  var needs: [String]?
}

/// A change of a product's group for certain sizes or crusts; the first row that fits a variant applies.
///
/// If `sizes` or `crusts` is `nil`, the row fits all of them. Limits that the row lacks are the group's.
struct OfferRow: Codable, Equatable, Sendable {
  let group: String
  let sizes: Set<ProductSize.ID>?
  let crusts: Set<Crust.ID>?
  let quantity: QuantityRow?
  let free: Int?
}

struct VariantRow: MenuRow {
  let id: String
  let size: String?
  let price: Int64
  let grams: Int?
  let nutrition: Nutrition?
  let crust: String?
  var prices: [TimedPriceRow]?
}

/// A price that replaces the usual price of a variant during certain hours.
struct TimedPriceRow: Codable, Equatable, Sendable {
  let price: Int64
  let hours: [HoursRow]
}

struct HalvesRow: Codable, Equatable, Sendable {
  let pricing: String
  let partners: [String]
}

/// Quantity limits of a group or slot.
struct QuantityRow: Codable, Equatable, Sendable {
  let min: Int?
  let max: Int?
  let minKinds: Int?
  let maxKinds: Int?

  var isRequired: Bool { min ?? 0 > 0 || minKinds ?? 0 > 0 }
}

struct GroupRow: MenuRow {
  let id: String
  let name: String
  let modifiers: [String]
  let quantity: QuantityRow?
  let free: Int?
  let defaults: [String: Int]?
  var tiers: [PriceTier]?
  var portions: PortionsRow?
  var amounts: [ModifierAmount]?
  var needs: [String]?
}

/// The percentage of a modifier's price that it costs on one half of a product.
struct PortionsRow: Codable, Equatable, Sendable {
  let half: Int
}

struct ModifierRow: MenuRow {
  let id: String
  let name: String
  let price: Int64
  let max: Int?
  let groups: [String]?
  var overrides: [PriceOverride]?
  var allergens: [String]?
  var mayContain: [String]?
  var diets: [String]?
  var needs: [String]?
}

struct ComboRow: MenuRow {
  let id: String
  let name: String
  let badges: [String]?
  let slots: [String]
  let pricing: PricingRow
  let text: String?
  let image: ImageSet?
  let hours: [HoursRow]?
  var groups: [String]?
  var needs: [String]?
}

struct PricingRow: Codable, Equatable, Sendable {
  let rule: String
  let price: Int64?
  let percentOff: Int?
  var amount: Int64?
  var count: Int?
  var slots: [String]?
}

struct SlotRow: MenuRow {
  let id: String
  let name: String
  var options: [String]
  let quantity: QuantityRow?
  let surcharges: [String: Int64]?
  var allowances: [Allowance]?
}
