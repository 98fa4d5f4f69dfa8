import Testing

@testable import Cities

struct NameOrderTests {
  private let lists: BundledLists

  init() throws { lists = try BundledLists.load() }

  /// A language, and names in its order, separated by commas.
  static let orders: [(Language, String)] = [
    ("ru", "Ейск, Елец, Ёлкино, Ессентуки, Жуков, Йошкар-Ола, Курск, Moscow"),
    ("ru", "Орел, Орёл, Орша, Ош, Ростов, Ростов-на-Дону, Ростовка"),
    ("kk", "Ақсай, Ақтөбе, Әулиеата, Балқаш, Кентау, Қарағанды, Орал, Өскемен, Ілгері"),
    ("uk", "Городок, Ґалаґан, Дніпро, Енергодар, Єнакієве, Ізмаїл, Їжаківка, Йосипівка"),
    ("be", "Елізава, Ёды, Жодзіна, Івянец, Мінск, Уза, Ўсыса"),
    ("sr", "Дебар, Ђаково, Лозница, Љиг, Ниш, Њујорк, Тетово, Ћуприја, Ужице"),
    ("tg", "Гиссар, Ғафуров, Куляб, Қайроққум, Ховар, Ҳисор, Чкаловск, Ҷиргатол"),
    ("mn", "Онон, Өлгий, Улаангом, Үржин"),
    ("ky", "Нарын, Ңын, Ош, Өзгөн"),
    ("tr", "Cizre, Çorum, Gebze, Ğ, Hatay, Iğdır, Isparta, İskenderun, İzmir"),
    ("tr", "İzmir, Ordu, Ödemiş, Sivas, Şırnak, Uşak, Ünye"),
    ("az", "Culfa, Çayarx, Evlax, Əli, Füzuli, Həsən, Xaçmaz, Ilham, İmişli"),
    ("pl", "Lublin, Łódź, Mława, Sopot, Świdnica, Tarnów, Zamość, Źlin, Żory"),
    ("lt", "Cesis, Čekiškė, Dusetos, Kybartai, Klaipėda, Kretinga"),
    ("lt", "Kretinga, Sedà, Šiauliai, Tauragė, Žagarė"),
    ("et", "Saue, Šveits, Zelva, Žitomir, Tartu, Võru, Äksi, Ödenpäh, Ülenurme, Xi"),
    ("ro", "Iași, Înca, Jibou, Satu Mare, Șimleu, Tecuci, Țăndărei, Urziceni"),
    ("sl", "Celje, Črnomelj, Domžale, Sežana, Šoštanj, Zagorje, Žalec"),
    ("es", "Lugo, Nerja, Ñora, Ourense"),
    ("vi", "Cà Mau, Da, Đà Nẵng, Em, Ê, Hà Nội, Hải Phòng, Hồ, Ơ, Ư"),
    ("vi", "Ea, Ế, Gia"),
    ("uz", "Namangan, Samarqand, Toshkent, Zarafshon, Oʻgʻiz, Gʻijduvon, Shahrisabz, Chirchiq"),
    ("de", "Mülheim, München, Munster, Münster, Muri"),
    ("hy", "Աբովյան, Գյումրի, Երևան, Կապան, Հրազդան"),
    ("ka", "ბათუმი, გორი, თბილისი, ქუთაისი, ხაშური"),
    ("en", "10th of Ramadan, 6th of October, Aberdeen, Ávila, Łódź, Lviv"),
    ("en", "Lviv, New York, Newark, 's-Hertogenbosch, Москва"),
  ]

  @Test(arguments: orders)
  func `Names are in the order of the dictionaries of each language`(
    _ language: Language, _ list: String
  ) {
    let names = list.split(separator: ", ").map(String.init)
    var alphabet = Alphabet(language)
    let keys = names.map { alphabet.sortKey($0) }

    for ((name, key), (next, nextKey)) in zip(zip(names, keys), zip(names, keys).dropFirst()) {
      #expect(!nextKey.lexicographicallyPrecedes(key), "\(name), \(next)")
    }
    #expect(!keys.contains { $0.contains(0) })
  }

  @Test func `Letters of no alphabet are in the order of their codes`() {
    var alphabet = Alphabet("en")
    let keys = (UInt32(0xAC00)..<0xAE58).compactMap { Unicode.Scalar($0) }
      .map { alphabet.sortKey(String($0)) }

    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    #expect(!keys.contains { $0.contains(0) })
  }

  @Test func `Letters of an alphabet are never alike, and a form of a letter is no letter`() {
    var (russian, kazakh) = (Alphabet("ru"), Alphabet("kk"))

    #expect(russian.sortKey("ё") == russian.sortKey("е"))
    #expect(russian.sortKey("и\u{306}") == russian.sortKey("й"))
    #expect(russian.sortKey("й") != russian.sortKey("и"))
    #expect(russian.sortKey("қ") == russian.sortKey("К"))
    #expect(kazakh.sortKey("қ") != kazakh.sortKey("к"))
  }

  @Test(arguments: ["ru", "kk", "en"])
  func `Groups have each city once, under its country, both in order`(_ language: Language) {
    let list = lists[language]
    var alphabet = Alphabet(language)
    let groups = list.groups

    #expect(groups.count == 25)
    #expect(Set(groups.flatMap(\.cities)) == Set(list.cities))
    #expect(groups.flatMap(\.cities).count == list.cities.count)
    #expect(groups.allSatisfy { group in group.cities.allSatisfy { $0.country == group.country } })
    for names in [groups.map(\.country.name)] + groups.map({ $0.cities.map(\.name) }) {
      let keys = names.map { alphabet.sortKey($0) }
      #expect(keys == keys.sorted { $0.lexicographicallyPrecedes($1) })
    }
  }
}
