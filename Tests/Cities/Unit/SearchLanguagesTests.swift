import Testing

@testable import Cities

/// Names with search texts typed on a keyboard for their script and on other keyboards.
struct SearchLanguagesTests {
  struct Typed: Sendable, CustomTestStringConvertible {
    let language: Language
    let name: String
    let texts: [String]

    init(_ language: Language, _ name: String, _ texts: String...) {
      (self.language, self.name, self.texts) = (language, name, texts)
    }

    var testDescription: String { "\(language.rawValue): \(name)" }
  }

  static let table = [
    Typed("ar", "أبوظبي", "أبوظ", "ابوظبي", "abu dh", "абу-даби"),
    Typed("az", "Gəncə", "gənc", "ganca", "ganja", "гянджа"),
    Typed("be", "Магілёў", "магіл", "магилеу", "МАГІЛЕЎ", "mahil", "mogilev"),
    Typed("bg", "Пловдив", "плов", "plovdiv", "ПЛОВДИВ"),
    Typed("de", "München", "münc", "munchen", "munich", "мюнхен"),
    Typed("en", "Kazan", "kaz", "казань", "КАЗАНЬ", "каза", "Kazán"),
    Typed("es", "La Coruña", "la coru", "coruña", "coruna", "ла-корунья"),
    Typed("et", "Pärnu", "pär", "parnu", "пярну"),
    Typed("hy", "Գյումրի", "գյում", "gyumri", "gyum", "гюмри"),
    Typed("ka", "ქუთაისი", "ქუთ", "kutaisi", "kuta", "кутаиси"),
    Typed("kk", "Қарағанды", "қара", "караганды", "qaraghandy", "karaganda"),
    Typed("ky", "Кара-Балта", "кара б", "балта", "kara-balta", "balta"),
    Typed("lt", "Šiauliai", "šia", "siauliai", "шяуляй"),
    Typed("mn", "Мөрөн", "мөр", "морон", "moron", "mörön"),
    Typed("pl", "Łódź", "łódź", "lodz", "ŁÓD", "лодзь"),
    Typed("ro", "București", "bucureș", "bucuresti", "bucharest", "бухарест"),
    Typed("ru", "Орёл", "орёл", "орел", "orel", "OREL"),
    Typed("sl", "Mestna občina Ptuj", "ptuj", "občina ptuj", "obcina"),
    Typed("sr", "Чачак", "чачак", "čačak", "cacak", "cac"),
    Typed("tg", "Кӯлоб", "кӯл", "кулоб", "kulob", "куляб"),
    Typed("tr", "Diyarbakır", "diyarbakır", "DİYARBAKIR", "diyarbakir", "диярбакыр"),
    Typed("uk", "Кривий Ріг", "кривий", "ріг", "риг", "kryvyi", "kryvyi rih", "rih"),
    Typed("uz", "Qo‘qon", "qo'qon", "qo’q", "qoqon", "kokand", "коканд"),
    Typed("vi", "Thành phố Hồ Chí Minh", "hồ chí", "ho chi minh", "thanh pho", "хошимин"),
  ]

  @Test(arguments: table)
  func `A city is found as it is typed with its keyboard and with another`(_ row: Typed) throws {
    let list = try BundledLists.load()[row.language]
    try #require(list.cities.contains { $0.name == row.name })

    for text in row.texts {
      #expect(list.search(text).contains { $0.name == row.name }, "\(text)")
    }
  }

  @Test func `The table has every language of the data`() throws {
    #expect(Self.table.map(\.language) == (try BundledLists.load().document.languages))
  }
}
