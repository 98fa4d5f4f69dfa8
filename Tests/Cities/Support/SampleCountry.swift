/// Country of the sample cities, with its rules.
struct SampleCountry: Sendable {
  let code: String
  let names: [String: String]
  /// Official languages, the default one first.
  let languages: [String]
  let currency: JSONValue
  let phone: JSONValue

  static let russia = SampleCountry(
    code: "RU", names: ["en": "Russia", "ru": "Россия", "kk": "Ресей", "sr": "Русија"],
    languages: ["ru"],
    currency: ["code": "RUB", "wireExponent": 2, "displayDigits": 2, "cashIncrement": 1],
    phone: [
      "callingCode": 7, "mobileLengths": [10], "example": "9123456789", "support": "+7 000 1951",
    ])

  static let kazakhstan = SampleCountry(
    code: "KZ",
    names: ["en": "Kazakhstan", "ru": "Казахстан", "kk": "Қазақстан", "sr": "Казахстан"],
    languages: ["ru", "kk"],
    currency: ["code": "KZT", "wireExponent": 2, "displayDigits": 2, "cashIncrement": 1],
    phone: [
      "callingCode": 7, "mobileLengths": [10], "example": "7710009998", "support": "+7 000 5234",
    ])

  static let serbia = SampleCountry(
    code: "RS", names: ["en": "Serbia", "ru": "Сербия", "kk": "Сербия", "sr": "Србија"],
    languages: ["sr"],
    currency: ["code": "RSD", "wireExponent": 2, "displayDigits": 0, "cashIncrement": 100],
    phone: [
      "callingCode": 381, "mobileLengths": [8, 9, 10], "example": "601234567",
      "support": "+381 000 1322",
    ])

  static let all = [russia, kazakhstan, serbia]
}
