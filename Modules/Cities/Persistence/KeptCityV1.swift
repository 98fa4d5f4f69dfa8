/// As release 1 kept it.
struct KeptCityV1: Sendable, Codable {
  let city: CityV1
  let language: Language

  init(city: CityV1, language: Language) {
    (self.city, self.language) = (city, language)
  }

  init(_ kept: KeptCity) {
    self.init(city: CityV1(kept.city), language: kept.language)
  }
}

/// A city of release 1: the country's rules lie beside the other fields, and there are no habits.
struct CityV1: Sendable, Codable, Equatable {
  struct Fulfilment: Sendable, Codable, Equatable {
    let kind: String
    let opens: Int
    let closes: Int
    let minimumOrder: Int64
    let fee: Int64
    let freeFrom: Int64?
  }

  struct Place: Sendable, Codable, Equatable {
    let code: String
    let name: String
  }

  struct Point: Sendable, Codable, Equatable {
    let latitude: Double
    let longitude: Double
  }

  struct Currency: Sendable, Codable, Equatable {
    let code: String
    let wireExponent: Int
    let displayDigits: Int
    let cashIncrement: Int64
  }

  struct Phone: Sendable, Codable, Equatable {
    let callingCode: Int
    let mobileLengths: [Int]
    let example: String
    let support: String
  }

  let id: Int
  let revision: Int
  let language: String
  let languages: [String]
  let name: String
  let country: Place
  let coordinates: Point
  let timeZone: String
  let currency: Currency
  let phone: Phone
  let firstWeekday: CountryRules.Weekday
  let isTaxIncluded: Bool
  let addressTemplate: String
  let fulfilments: [Fulfilment]
  let payments: [String]
}
