extension MenuSnapshot {
  /// The products and combos whose names have, for each word of a text, a word that begins with it.
  ///
  /// Names that begin with the text come first; otherwise the order is that of the categories. Case
  /// and accents do not count, nor does the keyboard: `елка` finds Ёлка, `казы` and `kazy` find Қазы.
  /// Text without words finds nothing.
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
