import CitiesTestSupport
import Foundation
import Networking
import Storage
import StorageTestSupport
import Testing

@testable import Cities

struct KeptFilesTests {
  private static let city = ReleaseHistory("current-city", class: .critical)
    .release(StoredSchema(KeptCityV1.self)) {
      KeptCityV1(city: CityV1(sampleCity($0)), language: sampleLanguage($0))
    } facts: {
      [
        "city": "\($0.city.id)", "name": $0.city.name, "revision": "\($0.city.revision)",
        "language": $0.language.rawValue,
      ]
    }
    .release(KeptCity.schema) {
      KeptCity(
        city: sampleCity($0), language: sampleLanguage($0), validator: ETag(rawValue: "\"\($0)\""))
    } facts: {
      facts($0.city, $0.language)
    }

  private static let list = ReleaseHistory("city-list", class: .cache)
    .release(StoredSchema(KeptListV1.self)) {
      KeptListV1(
        revision: $0, regions: ["R": ["en": "Region \($0)"]],
        countries: [.init(code: "AA", names: ["en": "Country \($0)"], languages: ["en"])],
        cities: [
          .init(
            id: CityID(rawValue: $0), country: "AA", region: "R", names: ["en": "City \($0)"],
            lat: 1, lon: 2, population: $0)
        ])
    } facts: {
      facts($0.document)
    }
    .release(StoredCityList.schema) {
      StoredCityList(document: sampleList($0), validator: ETag(rawValue: "\"\($0)\""))
    } facts: {
      facts($0.document)
    }

  private static let beginning = ReleaseHistory("city-list-beginning", class: .cache)
    .release(StoredSchema(CityListDocument.self)) {
      sampleList($0)
    } facts: {
      facts($0)
    }

  private static func sampleList(_ number: Int) -> CityListDocument {
    CityListDocument(
      revision: number, regions: ["R": ["en": "Region \(number)"]],
      countries: [.init(code: "AA", names: ["en": "Country \(number)"], languages: ["en"])],
      cities: [
        .init(
          id: CityID(rawValue: number), country: "AA", region: "R",
          names: ["en": "City \(number)"], lat: 1, lon: 2, population: number)
      ])
  }

  @Test(arguments: MigrationContract.allCases)
  func `No release loses a fact about the current city`(_ rule: MigrationContract) async throws {
    try await rule.verify(Self.city)
  }

  @Test(arguments: [MigrationContract.samples, .goldenFiles, .updates])
  func `The list, a cache, goes forward only`(_ rule: MigrationContract) async throws {
    try await rule.verify(Self.list)
  }

  @Test(arguments: [MigrationContract.samples, .goldenFiles])
  func `The beginning of the list, a cache, has all facts in every release`(
    _ rule: MigrationContract
  ) async throws {
    try await rule.verify(Self.beginning)
  }

  @Test func `A city without habits comes back from the form of release 1 as it was`() throws {
    // The currency of Belgrade has different numbers of digits on the wire and on the screen.
    let details = SampleCity.belgrade.details(in: "sr").with("rules/habits", [])
    let city = try JSONDecoder().decode(City.self, from: details.data)

    #expect(try CityV1(city).current() == city)
  }

  @Test(arguments: [
    (CityID.moscow, "ru", 1, true), (.almaty, "ru", 1, false), (.moscow, "kk", 1, false),
    (.moscow, "ru", 2, false),
  ])
  func `A confirmation is that of one city, one language and one revision`(
    id: CityID, language: Language, revision: Int, isFound: Bool
  ) throws {
    let city = try JSONDecoder().decode(City.self, from: SampleCity.moscow.details(in: "ru").data)
    let entry = StoredConfirmations.CityEntry(
      id: id, language: language, revision: revision, time: Date(timeIntervalSince1970: 1))
    let confirmations = StoredConfirmations(city: entry)

    let found = confirmations.time(of: KeptCity(city: city, language: "ru", validator: nil))
    #expect((found != nil) == isFound)
  }

  @Test(arguments: [
    "name", "languages", "payments", "fulfilments", "timeZone", "currency", "coordinates",
    "addressTemplate",
  ])
  func `A city of release 1 that breaks a rule is refused, as one of this release is`(
    _ part: String
  ) throws {
    let valid = try JSONEncoder().encode(CityV1(Self.sampleCity(1)))
    var parts = try #require(JSONSerialization.jsonObject(with: valid) as? [String: Any])
    switch part {
    case "name", "timeZone", "addressTemplate": parts[part] = ""
    case "currency":
      parts[part] = ["code": "KZT", "wireExponent": 2, "displayDigits": 3, "cashIncrement": 1]
    case "coordinates": parts[part] = ["latitude": 91, "longitude": 0]
    default: parts[part] = [Any]()
    }
    let invalid = try JSONDecoder().decode(
      CityV1.self, from: JSONSerialization.data(withJSONObject: parts))

    #expect(throws: DecodingError.self) { try invalid.current() }
  }

  private static func sampleCity(_ number: Int) -> City {
    let details = SampleCity.almaty.details(in: "ru")
      .with("id", .int(number)).with("revision", .int(number))
      .with("name", .string("City \(number)"))
    do {
      return try JSONDecoder().decode(City.self, from: details.data)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private static func sampleLanguage(_ number: Int) -> Language { Language(rawValue: "l\(number)") }

  private static func facts(_ city: City, _ language: Language) -> [String: String] {
    [
      "city": "\(city.id.rawValue)", "name": city.name, "revision": "\(city.revision)",
      "language": language.rawValue,
    ]
  }

  private static func facts(_ list: CityListDocument) -> [String: String] {
    [
      "revision": "\(list.revision)", "city": "\(list.cities)", "regions": "\(list.regions)",
      "countries": "\(list.countries)",
    ]
  }
}
