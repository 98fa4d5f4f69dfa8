import Commerce
import Foundation
import Testing

@Suite struct MoneyFormatTests {
  @Test(
    arguments: [
      (
        "RUB", 2, 2, "RU", 123_450,
        [
          "ru": "1\u{A0}234,50\u{A0}₽", "en": "1\u{A0}234,50\u{A0}₽", "es": "1234,50\u{A0}₽",
          "ar": "\u{200F}1\u{A0}234,50\u{A0}₽",
        ]
      ),
      (
        "KZT", 2, 2, "KZ", 123_450,
        ["ru": "1\u{A0}234,50\u{A0}₸", "en": "₸1\u{A0}234,50", "kk": "1\u{A0}234,50\u{A0}₸"]
      ),
      (
        "UZS", 2, 0, "UZ", 123_450,
        ["ru": "1\u{A0}235\u{A0}soʻm", "en": "soʻm\u{A0}1\u{A0}235"]
      ),
      ("RSD", 2, 0, "RS", 123_450, ["ru": "1.235\u{A0}RSD", "es": "1235\u{A0}RSD"]),
      ("HUF", 2, 0, "HU", -123_450, ["hu": "-1235\u{A0}Ft", "en": "-1\u{A0}235\u{A0}Ft"]),
      ("VND", 0, 0, "VN", 123_450, ["ru": "123.450\u{A0}₫", "en": "₫123.450"]),
      (
        "KWD", 3, 3, "KW", 123_450,
        ["en": "KWD\u{A0}123.450", "ar": "\u{200F}١٢٣٫٤٥٠\u{A0}د.ك.\u{200F}"]
      ),
      ("JPY", 0, 0, "JP", 123_450, ["ru": "123,450\u{A0}￥", "en": "¥123,450"]),
      ("EUR", 2, 2, "EE", 123_450, ["ru": "1\u{A0}234,50\u{A0}€", "en": "€1\u{A0}234,50"]),
      ("EUR", 2, 2, "DE", 5, ["de": "0,05\u{A0}€", "en": "0,05\u{A0}€"]),
      // Zero has no sign, and the largest amounts have all digits.
      ("RUB", 2, 2, "RU", 0, ["ru": "0,00\u{A0}₽"]),
      ("JPY", 0, 0, "JP", .max, ["en": "¥9,223,372,036,854,775,807"]),
      ("JPY", 0, 0, "JP", .min, ["en": "-¥9,223,372,036,854,775,808"]),
    ] as [(String, Int, Int, String, Int64, [String: String])])
  func `The text has the language's pattern, the region's separators and the city's digits`(
    code: String, exponent: Int, digits: Int, region: String, amount: Int64,
    texts: [String: String]
  ) throws {
    let currency = try currency(code, exponent, digits)
    for (language, text) in texts {
      let format = MoneyFormat(currency, language: language, region: region)
      #expect(format.string(Money(amount, currency.code)) == text, "\(language)")
    }
  }

  @Test func `Only a whole price can be shown without a fraction`() throws {
    let rubles = try currency("RUB", 2, 2)
    let format = MoneyFormat(rubles, language: "ru", region: "RU", hidesZeroFraction: true)

    #expect(format.string(Money(44_900, rubles.code)) == "449\u{A0}₽")
    #expect(format.string(Money(44_950, rubles.code)) == "449,50\u{A0}₽")
  }

  @Test(arguments: [
    ("KZT", 2, 0, "en", "KZ", 2_499, "USD", "$24,99"),
    ("KZT", 2, 2, "ru", "KZ", 2_499, "USD", "24,99\u{A0}$"),
    ("RSD", 2, 0, "sr", "RS", 1_050, "EUR", "10,50\u{A0}€"),
    ("USD", 2, 2, "en", "US", 1_234, "JPY", "¥1,234"),
    ("KWD", 3, 3, "en", "KW", 2_499, "USD", "US$24.99"),
    ("JPY", 0, 0, "en", "JP", 1_234, "KWD", "KWD\u{A0}1.234"),
    ("USD", 2, 2, "en", "US", -5, "BHD", "-BHD\u{A0}0.005"),
    ("USD", 2, 2, "en", "US", 12_345, "CLF", "CLF\u{A0}1.2345"),
  ])
  func `An amount in a foreign currency has its own digits`(
    code: String, exponent: Int, digits: Int, language: String, region: String, amount: Int64,
    foreign: String, text: String
  ) throws {
    let city = try currency(code, exponent, digits)
    let format = MoneyFormat(city, language: language, region: region)
    let foreign = try #require(CurrencyCode(rawValue: foreign))

    #expect(format.string(Money(amount, foreign)) == text)
  }

  @Test func `A whole price in a foreign currency can be shown without a fraction`() throws {
    let tenge = try currency("KZT", 2, 0)
    let dollar = try #require(CurrencyCode(rawValue: "USD"))
    let format = MoneyFormat(tenge, language: "en", region: "KZ", hidesZeroFraction: true)

    #expect(format.string(Money(2_500, dollar)) == "$25")
    #expect(format.string(Money(2_510, dollar)) == "$25,10")
  }

  @Test func `Every currency and language of the data has all displayed digits`() throws {
    let languages = ["ru", "en", "kk", "uz", "ar", "de", "es", "sr", "ka", "hy", "tr", "vi", "pl"]
    for (code, exponent, digits, region) in Self.currencies {
      let currency = try currency(code, exponent, digits)
      for language in languages {
        let text = MoneyFormat(currency, language: language, region: region)
          .string(Money(1_234_567, currency.code))
        var expected = "1234567".dropLast(exponent - digits)
        if exponent - digits == 2 { expected = "12346" }
        #expect(
          text.compactMap(\.wholeNumberValue).map(String.init).joined() == expected, "\(text)")
        #expect(!text.contains(" "), "a space that may break: \(text)")
      }
    }
  }

  /// Currencies of the cities' data, and some with other numbers of decimal places.
  private static let currencies: [(code: String, exponent: Int, digits: Int, region: String)] = [
    ("RUB", 2, 2, "RU"), ("KZT", 2, 2, "KZ"), ("BYN", 2, 2, "BY"), ("UZS", 2, 2, "UZ"),
    ("KGS", 2, 2, "KG"), ("TJS", 2, 2, "TJ"), ("AMD", 2, 2, "AM"), ("AZN", 2, 2, "AZ"),
    ("GEL", 2, 2, "GE"), ("MNT", 2, 2, "MN"), ("UAH", 2, 2, "UA"), ("EUR", 2, 2, "EE"),
    ("PLN", 2, 2, "PL"), ("RON", 2, 2, "RO"), ("RSD", 2, 0, "RS"), ("GBP", 2, 2, "GB"),
    ("TRY", 2, 2, "TR"), ("AED", 2, 2, "AE"), ("VND", 0, 0, "VN"), ("NGN", 2, 2, "NG"),
    ("HUF", 2, 0, "HU"), ("JPY", 0, 0, "JP"), ("KWD", 3, 3, "KW"),
  ]

  private func currency(_ code: String, _ exponent: Int, _ digits: Int) throws -> Currency {
    let code = try #require(CurrencyCode(rawValue: code))
    return try #require(
      Currency(
        code: code, wireExponent: exponent,
        displayDigits: digits, cashIncrement: 1))
  }
}
