/// The decoded file with the sandbox's cities, which the script `make_sandbox.py` writes.
struct CityData: Decodable, Sendable {
  typealias Names = [String: String]

  struct CountryRow: Codable, Sendable {
    let code: String
    let names: Names
    let otherNames: [String]?
    let languages: [String]
  }

  struct CityRow: Codable, Sendable {
    let id, population: Int
    let country, region, tz: String
    let names: Names
    let otherNames: [String]?
    let lat, lon: Double
  }

  struct Rules: Codable, Sendable {
    struct Currency: Codable, Hashable, Sendable {
      let code: String
      let wireExponent, displayDigits, cashIncrement: Int
    }

    struct Phone: Codable, Sendable {
      let callingCode: Int
      let mobileLengths: [Int]
      let example, support: String
    }

    let currency: Currency
    let phone: Phone
    let firstWeekday, addressTemplate: String
    let isTaxIncluded: Bool
    let habits: [String]
  }

  struct Operations: Decodable, Sendable {
    struct Fulfillment: Codable, Sendable {
      let kind: String
      let opens, closes, minimumOrder, fee: Int
      let freeFrom: Int?
    }

    let fulfilments: [Fulfillment]
    let payments: [String]
  }

  let revision: Int
  let regions: [String: Names]
  let countries: [CountryRow]
  let cities: [CityRow]
  let rules: [String: Rules]
  let operations: [String: Operations]
}
