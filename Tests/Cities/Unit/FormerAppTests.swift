import CitiesTestSupport
import Foundation
import Networking
import Storage
import Sync
import Testing

@testable import Cities

struct FormerAppTests {
  private let device = CityDevice()

  @Test func `A former app's data is removed once its city is stored, and its size is reported`()
    async throws
  {
    try putDatabase()
    device.settings["cityID"] = CityID.moscow.rawValue
    device.server.fault = .offline
    let catalog = await device.start(in: "ru")
    #expect(try names().contains("default.db"))
    #expect(catalog.state.removal == nil)

    device.server.fault = nil
    await catalog.start(with: nil)

    #expect(catalog.state.removal?.isComplete == true)
    #expect((catalog.state.removal?.bytesFreed ?? 0) >= 40_000)
    #expect(try names() == ["current-city.v2.store"])
  }

  @Test func `By default, a former app's data stays for a rollback`() async throws {
    try putDatabase()
    device.settings["cityID"] = CityID.moscow.rawValue
    let settings = device.settings
    let former = LegacyApp(
      cityID: LegacyIdentifier("cityID"), object: { settings[$0] },
      removeObject: { settings[$0] = nil },
      database: LegacyDatabase(mainFile: device.formerDatabase))
    for _ in 1...2 {
      let catalog = device.launch(in: "ru", leaving: former)
      await catalog.start(with: nil)
      #expect(catalog.state.currentCity?.id == .moscow && catalog.state.write == .written)
      #expect(catalog.state.removal == nil)
    }
    #expect(!device.settings.isEmpty)
    #expect(try names().contains("default.db"))
  }

  @Test func `A former app's data stays while its city cannot be stored`() async throws {
    try putDatabase()
    device.settings["cityID"] = CityID.moscow.rawValue
    let inTheWay = device.directory.appending(path: ".current-city.v2.store.tmp")
    try FileManager.default.createDirectory(at: inTheWay, withIntermediateDirectories: false)
    let catalog = await device.start(in: "ru")
    #expect(catalog.state.currentCity?.id == .moscow)
    #expect(catalog.state.write != .written)
    #expect(!device.settings.isEmpty)
    #expect(try names().contains("default.db"))

    try FileManager.default.removeItem(at: inTheWay)
    await catalog.start(with: nil)
    #expect(catalog.state.write == .written)
    #expect(device.settings.isEmpty)
    #expect(try !names().contains("default.db"))
  }

  @Test func `A former app's data is removed once by concurrent calls, and its size is not lost`()
    async
    throws
  {
    for _ in 0..<10 {
      let device = CityDevice()
      let catalog = try #require(device.launch(in: "ru") as? DefaultCityCatalog)
      try await catalog.download(.moscow)
      try Data(count: 40_000).write(to: device.formerDatabase)

      await withTaskGroup { group in
        for _ in 0..<4 { group.addTask { await catalog.removeLegacyData() } }
      }

      #expect((catalog.state.removal?.bytesFreed ?? 0) >= 40_000)
    }
  }

  private func putDatabase() throws {
    try FileManager.default.createDirectory(
      at: device.directory.appending(path: "default.db.management"),
      withIntermediateDirectories: true)
    try Data(count: 40_000).write(to: device.formerDatabase)
    try Data([1]).write(to: device.directory.appending(path: "default.db.lock"))
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: device.directory.path).sorted()
  }
}
