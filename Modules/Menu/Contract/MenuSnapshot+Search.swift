extension MenuSnapshot {
  /// Returns the products and combos that match a search text.
  ///
  /// Each word of the text must be the prefix of a word in the name. Names whose first word begins
  /// with the first word of the text come first; otherwise the order is that of the categories. The
  /// search ignores case and accents and matches Latin spellings: `елка` finds Ёлка, `казы` and
  /// `kazy` find Қазы. A text without words finds nothing.
  public func search(_ text: String) -> [MenuItem] {
    var folding = SearchFolding()
    let wanted = folding.words(of: text)
    guard let first = wanted.first else { return [] }
    var (beginning, later): ([MenuItem], [MenuItem]) = ([], [])
    var seen: Set<MenuItem> = []
    for item in categories.flatMap(\.items) where seen.insert(item).inserted {
      let words = folding.words(of: name(of: item))
      guard wanted.allSatisfy({ words.contains(where: $0.begins) }) else { continue }
      if words.first.map(first.begins) == true {
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
