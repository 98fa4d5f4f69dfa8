/// The words that a showcase adds to the texts of a menu, such as `from` before a price.
///
/// The server translates the names of a menu, and the showcase these words. A text without a translation
/// is in English.
enum MenuWords {
  /// Returns a text in the language of a menu.
  ///
  /// - Parameters:
  ///   - english: The text in English, with `#` in place of each value.
  ///   - values: The values, in the order of their places.
  ///   - language: The language of the menu, such as `ru`.
  /// - Returns: The text with the values.
  static func text(_ english: String, _ values: [String] = [], in language: String) -> String {
    let text = language.prefix { $0 != "-" } == "ru" ? russian[english] ?? english : english
    let parts = text.split(separator: "#", omittingEmptySubsequences: false)
    return zip(parts, values + [""]).map { $0 + $1 }.joined()
  }

  private static let russian = [
    "from #": "от #", "no price": "нет цены", "free": "бесплатно",
    "contains #": "содержит: #", "may contain #": "может содержать: #",
    "other allergens are not stated": "о других аллергенах не сообщается",
    "# g": "# г", "# kcal": "# ккал",
    "popular": "хит", "new": "новинка", "spicy": "острое", "vegan": "веганское",
    "vegetarian": "вегетарианское", "crustaceans": "ракообразные", "eggs": "яйца", "fish": "рыба",
    "gluten": "глютен", "milk": "молоко", "nuts": "орехи", "sesame": "кунжут", "soy": "соя",
    "Size": "Размер", "Second half": "Вторая половина", "second half": "вторая половина",
    "first half": "первая половина", "none": "нет", "nothing": "ничего", "with": "есть",
    "without": "без",
    "choose # to #": "выберите от # до #", "choose up to #": "выберите до #",
    "# free": "бесплатно: #",
    "# left": "осталось: #", "sold out": "закончилось", "cannot be made": "нельзя приготовить",
    "unavailable": "нет в продаже", "not served": "не подаётся",
    "no option is left": "не осталось ни одного варианта",
    "needs a newer release of the app": "нужна новая версия приложения",
    "# until #": "# до #",
    "is not on the menu": "нет в меню", "cannot be chosen here": "здесь выбрать нельзя",
    "must have the same size and crust": "нужны тот же размер и то же тесто",
    "has no price": "нет цены",
    "choose at least #": "выберите не меньше #", "choose at most #": "выберите не больше #",
    "choose at least # different ones": "выберите не меньше # разных",
    "choose at most # different ones": "выберите не больше # разных",
  ]
}
