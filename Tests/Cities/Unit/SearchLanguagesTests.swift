import Testing

@testable import Cities

/// Names with search texts typed on a keyboard for their script and on other keyboards.
struct SearchLanguagesTests {
  static let table: [(Language, String, [String])] = [
    ("ar", "أبوظبي", ["أبوظ", "ابوظبي", "abu dh", "абу-даби"]),
    ("az", "Gəncə", ["gənc", "ganca", "ganja", "гянджа"]),
    ("be", "Магілёў", ["магіл", "магилеу", "МАГІЛЕЎ", "mahil", "mogilev"]),
    ("bg", "Пловдив", ["плов", "plovdiv", "ПЛОВДИВ"]),
    ("de", "München", ["münc", "munchen", "munich", "мюнхен"]),
    ("en", "Kazan", ["kaz", "казань", "КАЗАНЬ", "каза", "Kazán"]),
    ("es", "La Coruña", ["la coru", "coruña", "coruna", "ла-корунья"]),
    ("et", "Pärnu", ["pär", "parnu", "пярну"]),
    ("hy", "Գյումրի", ["գյում", "gyumri", "gyum", "гюмри"]),
    ("ka", "ქუთაისი", ["ქუთ", "kutaisi", "kuta", "кутаиси"]),
    ("kk", "Қарағанды", ["қара", "караганды", "qaraghandy", "karaganda"]),
    ("ky", "Кара-Балта", ["кара б", "балта", "kara-balta", "balta"]),
    ("lt", "Šiauliai", ["šia", "siauliai", "шяуляй"]),
    ("mn", "Мөрөн", ["мөр", "морон", "moron", "mörön"]),
    ("pl", "Łódź", ["łódź", "lodz", "ŁÓD", "лодзь"]),
    ("ro", "București", ["bucureș", "bucuresti", "bucharest", "бухарест"]),
    ("ru", "Орёл", ["орёл", "орел", "orel", "OREL"]),
    ("sl", "Mestna občina Ptuj", ["ptuj", "občina ptuj", "obcina"]),
    ("sr", "Чачак", ["чачак", "čačak", "cacak", "cac"]),
    ("tg", "Кӯлоб", ["кӯл", "кулоб", "kulob", "куляб"]),
    ("tr", "Diyarbakır", ["diyarbakır", "DİYARBAKIR", "diyarbakir", "диярбакыр"]),
    ("uk", "Кривий Ріг", ["кривий", "ріг", "риг", "kryvyi", "kryvyi rih", "rih"]),
    ("uz", "Qo‘qon", ["qo'qon", "qo’q", "qoqon", "kokand", "коканд"]),
    ("vi", "Thành phố Hồ Chí Minh", ["hồ chí", "ho chi minh", "thanh pho", "хошимин"]),
  ]

  @Test(arguments: table)
  func `A city is found as it is typed with its keyboard and with another`(
    _ language: Language, _ name: String, _ texts: [String]
  ) throws {
    let list = try BundledLists.load()[language]
    try #require(list.cities.contains { $0.name == name })

    for text in texts {
      #expect(list.search(text).contains { $0.name == name }, "\(text)")
    }
  }

  @Test func `The table has every language of the data`() throws {
    #expect(Self.table.map { $0.0 } == (try BundledLists.load().document.languages))
  }
}
