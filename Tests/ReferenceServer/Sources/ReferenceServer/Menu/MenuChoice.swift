import Foundation

/// The language and fulfillment method that select from the stored texts and prices.
struct MenuChoice: Sendable {
  let language: String
  /// All languages of the menu.
  let languages: Set<String>
  let fulfilment: String

  private static let fulfilments: Set = ["delivery", "pickup", "dineIn"]

  /// Creates a choice; an unknown fulfillment method gets the prices of a delivery.
  init(language: String, languages: Set<String>, fulfilment: String) {
    self.language = language
    self.languages = languages
    self.fulfilment = Self.fulfilments.contains(fulfilment) ? fulfilment : "delivery"
  }

  /// Returns the JSON with one text for each set of translations and one price for each set of
  /// prices.
  func text(of json: String) throws -> String {
    let chosen = choose(try JSONSerialization.jsonObject(with: Data(json.utf8)))
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
    let data = try JSONSerialization.data(withJSONObject: chosen, options: options)
    return String(decoding: data, as: UTF8.self)
  }

  private func choose(_ value: Any) -> Any {
    if let elements = value as? [Any] { return elements.map(choose) }
    guard let members = value as? [String: Any], !members.isEmpty else { return value }
    if languages.isSuperset(of: members.keys) {
      // A missing translation is replaced by another language.
      return members[language] ?? members.min { $0.key < $1.key }?.value ?? ""
    }
    if Self.fulfilments.isSuperset(of: members.keys) {
      return members[fulfilment] ?? members["delivery"] ?? 0
    }
    return members.mapValues(choose)
  }
}
