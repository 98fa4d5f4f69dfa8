import CitiesTestSupport
import Foundation
import Networking
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

@testable import Cities

struct StoredFilesTests {
  private static let city = ReleaseHistory("current-city", class: .critical)
    .release(StoredCity.schema) {
      StoredCity(
        city: sampleCity($0), language: Language(rawValue: "l\($0)"),
        validator: ETag(rawValue: "\"\($0)\""), time: Date(timeIntervalSince1970: Double($0)))
    } facts: {
      [
        "name": $0.city.name, "revision": "\($0.city.revision)", "language": $0.language.rawValue,
        "validator": $0.validator?.rawValue ?? "", "time": "\($0.time)",
      ]
    }

  @Test(arguments: MigrationContract.allCases)
  func `No release loses a fact about the current city`(_ rule: MigrationContract) async throws {
    try await rule.verify(Self.city)
  }

  @Test func `The list is stored as a cache, with its time and its validator`() async throws {
    let device = CityDevice()
    try await device.launch(in: "ru").refreshList()

    #expect(try device.files() == ["caches/city-list.v1.store"])
    let stored = try await CitiesRepositories(directory: device.storage()).list.elements()
    let list = try #require(stored[id: "all"])
    #expect(list.version == 2 && list.value.revision == 2 && list.value.cities.count == 4)
    #expect(list.time == device.time.now)
    #expect(list.validator != nil)
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
}
