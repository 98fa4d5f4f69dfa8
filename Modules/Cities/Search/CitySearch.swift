import Commerce

/// One search in a ``CityIndex``: the best kind of match of each city.
struct CitySearch {
  private let index: CityIndex
  /// The languages in which a name has a higher rank.
  private let shown: CityIndex.Languages
  /// The ranks of countries and regions; only cities with one from each set are searched.
  private var places: [Set<UInt32>] = []
  /// The best kind of match of each city, by the city's rank.
  private var kinds: [UInt8]
  private var best = Kind.none

  /// The kinds of match, the best first.
  ///
  /// The first seven kinds are those of ``kind(of:_:length:isBySound:)``. They repeat for a city in a
  /// place from ``inPlace`` on, and for a text with a typing error from ``typo`` on.
  private enum Kind {
    static let exactOther: UInt8 = 1
    static let inPlace: UInt8 = 7
    static let abbreviated: UInt8 = 13
    static let typo: UInt8 = 14
    static let none: UInt8 = 21
  }

  private init(_ index: CityIndex, shown: CityIndex.Languages) {
    (self.index, self.shown) = (index, shown)
    kinds = Array(repeating: Kind.none, count: index.bySize.count)
  }

  /// Returns the indices of the cities that match `text`, in the order of ``CityList/search(_:)``.
  ///
  /// Returns `nil` if `text` has no letters or digits.
  static func search(_ text: String, in language: Language, _ index: CityIndex) -> [Int]? {
    let text = String(text.unicodeScalars.prefix(1000))
    let limit = 2 * index.longest
    guard var query = Query(text, in: language, limit: limit) else { return nil }
    var search = CitySearch(index, shown: index.bits[language, default: []].union(.native))
    let whole = query
    search.find(query)
    if search.best > Kind.exactOther, let (name, beginsName) = query.withoutKindOfPlace,
      let bare = Query(name, in: language, limit: limit)
    {
      if beginsName, search.best < Kind.none {
        // The names that are found have the word, or continue it: Rio Grande for `rio gr`.
        search.mark(index.range(of: bare.joined), length: bare.joined.count, isWhole: true)
      } else {
        query = bare
        search.find(query)
      }
    }
    if search.best > Kind.exactOther {
      search.findInPlaces(whole.words)
      if query.words != whole.words { search.findInPlaces(query.words) }
    }
    var readings: [Query] = []
    // No name begins with a mark, but the same key may have a letter.
    let isMarked = search.best > Kind.exactOther && text.first.map(KeyboardLayout.isMark) == true
    let isFound = search.best < Kind.none
    if !isFound || isMarked, query.joined.count <= limit {
      readings = KeyboardLayout.otherReadings(of: text).compactMap {
        Query($0, in: language, limit: limit)
      }
      for reading in readings {
        search.find(reading)
        // A letter of another keyboard may be a mark between words.
        if query.words.count > 1 { search.findInPlaces(reading.words) }
      }
      if !isFound, search.best < Kind.none { return search.found }
    }
    if search.best == Kind.none { search.findAbbreviated(query.words) }
    if search.best > Kind.exactOther { search.findWithTypo(query.joined) }
    if search.best == Kind.none {
      if whole.joined != query.joined { search.findWithTypo(whole.joined) }
      search.findInPlaces(query.words, withTypo: true)
      for reading in readings { search.findWithTypo(reading.joined) }
    }
    return search.found
  }

  /// A search text in its folded forms.
  private struct Query {
    let words: [[UInt8]]
    /// The words without spaces.
    let joined: [UInt8]
    /// The words in Latin letters, without spaces; `nil` if the text is written in Latin letters.
    let latin: [UInt8]?
    /// The words without spaces and Arabic articles; `nil` if there are no articles.
    let bare: [UInt8]?

    init?(_ text: String, in language: Language, limit: Int) {
      let space = UInt8(ascii: " ")
      var folding = SearchFolding(Transliteration(language.rawValue), remembers: false)
      folding.fold(text, limit: limit)
      if folding.plain.isEmpty { return nil }
      words = folding.plain.split(separator: space).map(Array.init)
      joined = words.flatMap(\.self)
      let latin = folding.latin.filter { $0 != space }
      self.latin = folding.hasLatin && !latin.isEmpty ? latin : nil
      bare = folding.plain.withoutArabicArticles?.filter { $0 != space }
    }

    /// The words that people write before or after the name of a city, in their folded forms.
    private static let kindsOfPlace = [
      "city of", "greater", "emirate of", "city", "state", "stadt", "landeshauptstadt", "г",
      "город",
      "гр", "gr", "горад", "м", "m", "мисто", "miasto", "m st", "miestas", "каласы", "кала", "к",
      "сахары", "шаары", "шахри", "ш", "sahari", "sah", "shahri", "sh", "sehri", "ili", "хот",
      "ქალაქი", "ქ", "քաղաք", "ք", "thanh pho", "tp", "ciudad de", "oras", "orasul", "municipiul",
      "mun", "jud", "مدينه", "اماره",
    ].map { $0.split(separator: " ").map { Array($0.utf8) } }

    /// The text without such a word, and whether the word may also belong to a name, as a letter does only
    /// at the end; `nil` if there is none, or nothing else.
    var withoutKindOfPlace: (name: String, beginsName: Bool)? {
      for kind in Self.kindsOfPlace where kind.count < words.count {
        for start in 0...(words.count - kind.count) where words[start...].starts(with: kind) {
          let rest = words[..<start] + words[(start + kind.count)...]
          let name = rest.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
          let isLetter = kind.count == 1 && kind[0].letters.count == 1
          return (name, !isLetter || start == words.count - 1)
        }
      }
      return nil
    }
  }

  private mutating func find(_ query: Query) {
    mark(index.range(of: query.joined), length: query.joined.count)
    if let bare = query.bare { mark(index.range(of: bare), length: bare.count) }
    if let latin = query.latin {
      mark(index.range(of: latin), length: latin.count, isBySound: true)
    }
  }

  /// Sets the kind of match for each city in a range of words, of which `length` bytes were searched.
  ///
  /// `isBySound` is whether the text was typed in another alphabet, `lowest` the kind of an exact match,
  /// and `isWhole` whether only whole names match.
  private mutating func mark(
    _ range: Range<Int>, length: Int, isBySound: Bool = false, lowest: UInt8 = 0,
    isWhole: Bool = false
  ) {
    for word in index.words[range] {
      let form = index.forms[Int(word.form)]
      guard form.rank < kinds.count, isSearched(Int(form.rank)) else { continue }
      let kind = kind(of: word, form, length: length, isBySound: isBySound)
      if isWhole, kind > Kind.exactOther { continue }
      kinds[Int(form.rank)] = min(kinds[Int(form.rank)], lowest + kind)
      best = min(best, lowest + kind)
    }
  }

  private func isSearched(_ rank: Int) -> Bool {
    if places.isEmpty { return true }
    let (country, region) = index.places[rank]
    return places.allSatisfy { place in
      country.map(place.contains) == true || region.map(place.contains) == true
    }
  }

  /// Returns the kind of a match of `length` bytes at the beginning of a word.
  ///
  /// It is 0 for a whole name in a shown language, and 1 for any other whole name. For the beginning of a
  /// name in a shown language it is 2, and for that of a later word 3. It is 4 for a whole name that only
  /// sounds like the text. For the beginning of another name it is 5, and for that of a later word 6.
  private func kind(
    of word: CityIndex.Word, _ form: CityIndex.Form, length: Int, isBySound: Bool
  ) -> UInt8 {
    let isOther = isBySound || form.languages.isDisjoint(with: shown)
    let isStart = word.offset == form.start
    if isStart, index.texts.bytes[Int(word.offset) + length] == 0 {
      return isBySound ? 4 : isOther ? Kind.exactOther : 0
    }
    return (isOther ? 5 : 2) + (isStart ? 0 : 1)
  }

  /// Finds a city that is typed together with its country or region, in either order, or with both.
  private mutating func findInPlaces(_ words: [[UInt8]], withTypo: Bool = false) {
    // A code and one letter may be keys of another layout.
    guard (2...8).contains(words.count), words.flatMap(\.self).letters.count > 3 else { return }
    for split in 1..<words.count {
      let (first, second) = (words[..<split], words[split...])
      for (city, place) in [(first, second), (second, first)] {
        let name = city.flatMap(\.self)
        for places in places(named: place) {
          self.places = places
          if withTypo {
            findWithTypo(name)
          } else {
            mark(index.range(of: name), length: name.count, lowest: Kind.inPlace)
          }
        }
      }
    }
    places = []
  }

  /// Finds the names whose words begin with these, in this order: Нижний Тагил for `ниж. тагил`.
  private mutating func findAbbreviated(_ typed: [[UInt8]]) {
    guard typed.count > 1, typed.flatMap(\.self).letters.count > 4 else { return }
    // The ends of the words found so far, by the form.
    var ends: [UInt32: UInt32]?
    for text in typed {
      let found = index.words[index.range(of: text)].filter { word in
        guard let ends else { return word.offset == index.forms[Int(word.form)].start }
        return ends[word.form].map { $0 <= word.offset } == true
      }
      // Otherwise a long text would be compared with all words again for each of its own.
      if found.isEmpty { return }
      ends = Dictionary(found.map { ($0.form, $0.offset + UInt32(text.count)) }) { min($0, $1) }
    }
    for rank in (ends ?? [:]).keys.map({ index.forms[Int($0)].rank }) where rank < kinds.count {
      (kinds[Int(rank)], best) = (Kind.abbreviated, Kind.abbreviated)
    }
  }

  /// Returns the countries and regions with a name, or else those with the first and with the other words.
  private func places(named words: ArraySlice<[UInt8]>) -> [[Set<UInt32>]] {
    if case let ranks = ranks(of: words), !ranks.isEmpty { return [[ranks]] }
    return words.indices.dropFirst().compactMap { split in
      let both = [ranks(of: words[..<split]), ranks(of: words[split...])]
      return both.contains(where: \.isEmpty) ? nil : both
    }
  }

  private func ranks(of words: ArraySlice<[UInt8]>) -> Set<UInt32> {
    let name = words.flatMap(\.self)
    // One letter is the beginning of too many places.
    guard name.letters.count > 1 else { return [] }
    return Set(
      index.words[index.range(of: name)].map { index.forms[Int($0.form)].rank }
        .filter { $0 >= kinds.count })
  }

  /// Finds the names of which one letter is typed wrongly, too often or not at all, or of which two
  /// neighboring letters are exchanged.
  ///
  /// A text of fewer than five letters matches only a name of five letters, of which one is missing. If
  /// the last letter is wrong, the text matches only whole names: otherwise it would match all names that
  /// begin like it.
  private mutating func findWithTypo(_ text: [UInt8]) {
    let starts = text.letters + [text.count]
    let count = starts.count - 1
    guard count >= 4 else { return }
    // The words that begin with the letters before the typing error.
    var range = index.words.indices
    for place in 0..<count where !range.isEmpty {
      let (depth, next) = (starts[place], starts[place + 1])
      let (letter, rest, isLast) = (text[depth..<next], text[next...], place == count - 1)
      if count > 4 {
        mark(range, at: depth, rest, isWhole: isLast)
        if !isLast {
          let second = text[next..<starts[place + 2]]
          mark(range, at: depth, second + letter + text[starts[place + 2]...])
        }
      }
      var position = range.lowerBound
      while position < range.upperBound {
        let other = index.texts.letter(at: Int(index.words[position].offset) + depth)
        let end = index.end(of: other, at: depth, in: position..<range.upperBound)
        // A letter of as many bytes is nearly always of the same alphabet; others need not be tried.
        if other.count == letter.count, other != letter, other.first != 0 {
          let same = position..<end
          let (depth, isShort) = (depth + other.count, count == 4)
          if !isShort { mark(same, at: depth, rest, isWhole: isLast) }
          mark(same, at: depth, letter + rest, isWhole: isShort)
        }
        position = end
      }
      range = index.range(of: letter, at: depth, in: range)
    }
  }

  /// Sets the kind of match for each city with a word in `range` that continues with `text` at a depth.
  private mutating func mark(
    _ range: Range<Int>, at depth: Int, _ text: some Collection<UInt8>, isWhole: Bool = false
  ) {
    mark(
      index.range(of: text, at: depth, in: range), length: depth + text.count, lowest: Kind.typo,
      isWhole: isWhole)
  }

  /// The indices of the matching cities, sorted by the kind of match and then by population.
  private var found: [Int] {
    var found: [[Int]] = Array(repeating: [], count: Int(Kind.none))
    for (rank, kind) in kinds.enumerated() where kind < Kind.none {
      found[Int(kind)].append(index.bySize[rank])
    }
    return found.flatMap(\.self)
  }
}

extension [UInt8] {
  /// The positions at which the letters of a text in UTF-8 begin.
  fileprivate var letters: [Int] { indices.filter { self[$0] & 0xC0 != 0x80 } }
}
