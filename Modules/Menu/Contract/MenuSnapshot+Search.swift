import Foundation

extension MenuSnapshot {
  /// The products and combos whose names have, for each word of a text, a word that begins with it.
  ///
  /// Names that begin with the text come first; otherwise the order is that of the categories. Case
  /// and accents do not count: `облепих` finds Чай с облепихой, and `елка` Ёлка. Text without words finds nothing.
  public func search(_ text: String) -> [MenuItem] {
    let wanted = text.searchWords
    guard let first = wanted.first else { return [] }
    var (beginning, later): ([MenuItem], [MenuItem]) = ([], [])
    var seen: Set<MenuItem> = []
    for item in categories.flatMap(\.items) where seen.insert(item).inserted {
      let words = name(of: item).searchWords
      guard wanted.allSatisfy({ wish in words.contains { $0.hasPrefix(wish) } }) else { continue }
      if words.first?.hasPrefix(first) == true {
        beginning.append(item)
      } else {
        later.append(item)
      }
    }
    return beginning + later
  }

  private func name(of item: MenuItem) -> String {
    switch item {
    case .product(let id): products[id]?.name ?? ""
    case .combo(let id): combos[id]?.name ?? ""
    case .variant, .modifier, .ingredient: ""
    }
  }
}

extension String {
  /// The words without case and accents; of a pasted book only the beginning counts.
  fileprivate var searchWords: [Substring] {
    String(prefix(200)).folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      .split { !$0.isLetter && !$0.isNumber }
  }
}
