import CitiesTestSupport
import Commerce
import Foundation
import Synchronization

@testable import Cities

/// Cached bodies of the server, because encoding one takes longer than a whole scenario.
enum Bodies {
  private static let made = Mutex<[String: Data]>([:])
  /// List bundled with the app.
  static let bundle = CityListDocument(
    revision: 1, regions: [:],
    countries: [.init(code: "RU", names: ["en": "Russia", "ru": "Россия"], languages: ["ru"])],
    cities: [
      .init(
        id: .moscow, country: "RU", region: "", names: ["en": "Moscow", "ru": "Москва"], lat: 55,
        lon: 37, population: 1),
      .init(
        id: .nowhere, country: "RU", region: "", names: ["en": "Gone"], lat: 56, lon: 37,
        population: 1),
    ])

  private static let read = Mutex<[String: City]>([:])

  static func city(_ id: CityID, revision: Int, in language: String) -> Data {
    body("\(id.rawValue) \(revision) \(language)") {
      SampleCity.all.first { $0.id == id }.map { city in
        city.details(in: language).with("revision", .int(revision))
          .with("fulfilments/0/fee", .int(revision))
      } ?? .null
    }
  }

  static func list(revision: Int) -> Data {
    body("list \(revision)") { SampleCity.list(revision: revision) }
  }

  /// Returns the city that the server's body describes.
  static func value(_ id: CityID, revision: Int, in language: String) -> City? {
    let key = "\(id.rawValue) \(revision) \(language)"
    if let city = read.withLock({ $0[key] }) { return city }
    do {
      let city = try JSONDecoder().decode(
        City.self, from: self.city(id, revision: revision, in: language))
      read.withLock { $0[key] = city }
      return city
    } catch {
      return nil
    }
  }

  private static func body(_ key: String, _ make: () -> JSONValue) -> Data {
    if let body = made.withLock({ $0[key] }) { return body }
    let body: Data
    do { body = try make().data } catch { body = Data() }
    made.withLock { $0[key] = body }
    return body
  }
}
