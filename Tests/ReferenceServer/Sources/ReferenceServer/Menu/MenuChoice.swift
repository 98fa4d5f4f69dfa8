import Foundation

/// Which of the texts and prices that are kept side by side a client is sent.
struct MenuChoice: Sendable {
  let language: String
  /// All languages that the menu has texts in.
  let languages: Set<String>
  let fulfilment: String

  private static let fulfilments: Set = ["delivery", "pickup", "dineIn"]

  /// A way that the server does not know costs what a delivery costs.
  init(language: String, languages: Set<String>, fulfilment: String) {
    self.language = language
    self.languages = languages
    self.fulfilment = Self.fulfilments.contains(fulfilment) ? fulfilment : "delivery"
  }

  /// The same JSON with one text in the place of texts by language, and one price likewise.
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
      // What has not been translated is there in some other language.
      return members[language] ?? members.min { $0.key < $1.key }?.value ?? ""
    }
    if Self.fulfilments.isSuperset(of: members.keys) {
      return members[fulfilment] ?? members["delivery"] ?? 0
    }
    return members.mapValues(choose)
  }
}
