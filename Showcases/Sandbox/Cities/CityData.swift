/// The cities of the sandbox, as written by `make_sandbox.py`.
struct CityData: Decodable, Sendable {
  typealias Names = [String: String]

  struct CountryRow: Codable, Sendable {
    let code: String
    let names: Names
    let languages: [String]
  }

  struct CityRow: Codable, Sendable {
    let id: Int
    let country: String
    let region: String
    let names: Names
    let lat: Double
    let lon: Double
    let tz: String
    let population: Int
  }

  struct Rules: Codable, Sendable {
    struct Currency: Codable, Sendable {
      let code: String
      let wireExponent: Int
      let displayDigits: Int
      let cashIncrement: Int
    }

    struct Phone: Codable, Sendable {
      let callingCode: Int
      let mobileLengths: [Int]
      let example: String
      let support: String
    }

    let currency: Currency
    let phone: Phone
    let firstWeekday: String
    let isTaxIncluded: Bool
    let addressTemplate: String
    let habits: [String]
  }

  struct Operations: Decodable, Sendable {
    struct Fulfillment: Codable, Sendable {
      let kind: String
      let opens: Int
      let closes: Int
      let minimumOrder: Int
      let fee: Int
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
