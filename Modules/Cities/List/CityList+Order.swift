import Networking

extension CityList {
  /// Returns the indices of the cities, sorted by the names of their countries, then by their own.
  ///
  /// Both are in the order of the language's alphabet.
  static func alphabetical(_ cities: [CitySummary], in language: Language) -> [Int] {
    var alphabet = Alphabet(language)
    var keys = Texts()
    let countries = Set(cities.map(\.country)).map { (country: $0, key: alphabet.sortKey($0.name)) }
      .sorted {
        $0.key == $1.key
          ? $0.country.code < $1.country.code : $0.key.lexicographicallyPrecedes($1.key)
      }
    let order = Dictionary(
      countries.enumerated().map { ($1.country.code, $0) }
    ) { first, _ in first }

    var sorted: [(country: Int, beginning: UInt64, key: Int, place: Int)] = []
    sorted.reserveCapacity(cities.count)
    for (place, city) in cities.enumerated() {
      let key = keys.end
      keys.append(alphabet.sortKey(city.name))
      sorted.append(
        (order[city.country.code, default: 0], keys.beginning(at: key), key, place))
    }
    sorted.sort { first, second in
      if first.country != second.country { return first.country < second.country }
      if first.beginning != second.beginning { return first.beginning < second.beginning }
      let difference = keys.order(first.key, second.key)
      if difference != 0 { return difference < 0 }
      let (one, other) = (cities[first.place], cities[second.place])
      if one.name.utf8.elementsEqual(other.name.utf8) {
        return one.id.rawValue < other.id.rawValue
      }
      return one.name.utf8.lexicographicallyPrecedes(other.name.utf8)
    }
    return sorted.map(\.place)
  }
}
