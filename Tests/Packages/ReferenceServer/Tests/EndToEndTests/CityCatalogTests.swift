import Cities
import Foundation
import Networking
import Pricing
import ServerProcess
import Storage
import Sync
import Synchronization
import Testing

/// An app's cities over HTTP, with a server whose list changes.
@Suite("A city catalog and its server")
struct CityCatalogTests {
  private static let moscow = CityID(rawValue: 524_901)
  private static let almaty = CityID(rawValue: 1_526_384)

  @Test func `A list comes when it has a new revision, and else nothing comes`() async throws {
    try await withServer { server, app in
      let first = app.launch()
      #expect(try await first.refreshList().revision == 2)
      try await first.refreshList()

      try await server.put("admin/cities/\(Self.almaty.rawValue)", #"{"state": "removed"}"#)
      #expect(try await first.refreshList().revision == 3)
      #expect(await first.loadList().city(Self.almaty) == nil)

      let second = app.launch()
      #expect(await second.loadList().revision == 3)
      try await second.refreshList()
      #expect(app.statuses == [200, 304, 200, 304])
    }
  }

  @Test
  func `A removed city remains current, and cannot be chosen`() async throws {
    try await withServer { server, app in
      let first = app.launch()
      let almaty = try await first.choose(Self.almaty)
      try await server.put("admin/cities/\(Self.almaty.rawValue)", #"{"state": "removed"}"#)

      await #expect(throws: CitiesError.unknownCity(Self.almaty)) {
        try await first.choose(Self.almaty)
      }
      #expect(first.state.stage == .ready(almaty))
      let second = app.launch()
      await second.start(with: nil)
      #expect(second.state.stage == .ready(almaty))

      try await second.choose(Self.moscow)
      await #expect(throws: CitiesError.unknownCity(Self.almaty)) {
        try await second.choose(Self.almaty)
      }
      #expect(second.state.currentCity?.id == Self.moscow)
    }
  }

  @Test
  func `A closed city cannot be chosen, and is fetched again when it has opened`()
    async throws
  {
    try await withServer { server, app in
      let catalog = app.launch()
      let before = try await catalog.choose(Self.moscow)
      #expect(try await catalog.choose(Self.moscow) == before)
      try await server.put("admin/cities/\(Self.moscow.rawValue)", #"{"state": "closed"}"#)

      try await catalog.refreshList()
      #expect(await catalog.loadList().city(Self.moscow) != nil)
      await #expect(throws: CitiesError.sync(.fetch(.status(503)))) {
        try await catalog.choose(Self.moscow)
      }
      #expect(catalog.state.stage == .ready(before))

      try await server.put("admin/cities/\(Self.moscow.rawValue)", #"{"state": "open"}"#)
      let after = try await catalog.choose(Self.moscow)
      #expect(after.revision == before.revision + 2)
      #expect(catalog.state.stage == .ready(after))
      #expect(app.statuses == [200, 304, 200, 503, 200])
    }
  }

  @Test func `Of a former app's city, the app waits for a server that is away, and goes there`()
    async throws
  {
    try await withServer { server, app in
      try await server.stop()
      let settings = Settings()
      let catalog = app.launch(leaving: settings.formerApp)
      await catalog.start(with: nil)
      #expect(catalog.state.stage == .migrating(Self.almaty))
      #expect(settings.id.withLock { $0 } == Self.almaty.rawValue)

      try await server.restart()
      await catalog.start(with: nil)
      #expect(catalog.state.currentCity?.id == Self.almaty)
      #expect(settings.id.withLock { $0 } == nil)
    }
  }

  @Test
  func `Each country has its rules, without a gap and with what is odd about it`() async throws {
    try await withServer { _, app in
      let catalog = app.launch()
      var rules: [String: CountryRules] = [:]
      for group in await catalog.loadList().groups {
        let city = try await catalog.choose(try #require(group.cities.first).id)
        rules[city.country.code] = city.rules
      }

      #expect(rules.count == 25)
      #expect(rules.allSatisfy { $0.value.addressTemplate == $0.key })
      let money = rules.mapValues { [$0.currency.wireExponent, $0.currency.displayDigits] }
      // Dinars have two decimal places and display none. Soms display two, but cash has none. Dong
      // have none.
      #expect(money["RS"] == [2, 0])
      #expect(rules["RS"]?.currency.cashIncrement == 100)
      #expect(money["UZ"] == [2, 2])
      #expect(rules["UZ"]?.currency.cashIncrement == 100)
      #expect(money["VN"] == [0, 0])
      #expect(rules["EE"]?.phone.mobileLengths == [7, 8])
      #expect(rules["KZ"]?.phone.callingCode == rules["RU"]?.phone.callingCode)
      #expect(rules["KZ"]?.habits == [.doorCode, .tips])
      #expect(rules["VN"]?.habits == [])
    }
  }

  private func withServer(_ body: (Backend, CityApp) async throws -> Void) async throws {
    try await withFolder { folder in
      let server = try await Backend(folder.appending(path: "server.sqlite"))
      try await body(server, CityApp(server.url, folder.appending(path: "app")))
      try await server.stop()
    }
  }

  /// The settings of a legacy app.
  private final class Settings: Sendable {
    let id = Mutex<Int?>(CityCatalogTests.almaty.rawValue)

    var formerApp: LegacyApp {
      LegacyApp(
        cityID: LegacyIdentifier("cityID"), object: { _ in self.id.withLock { $0 } },
        removeObject: { _ in self.id.withLock { $0 = nil } })
    }
  }
}

/// An app on a device, with all status codes that its server returned.
private final class CityApp: Transport {
  private let transport: any Transport
  private let folder: URL
  private let running = Mutex<StorageDirectory?>(nil)
  private let answered = Mutex<[Int]>([])

  init(_ server: URL, _ folder: URL) {
    transport = NetworkingFactory.makeTransport(server: server, timeout: .seconds(2))
    self.folder = folder
  }

  var statuses: [Int] { answered.withLock { $0 } }

  /// Restarts the app over its stored data.
  func launch(leaving former: LegacyApp? = nil) -> any CityCatalog {
    let directory = StorageDirectory(folder)
    running.withLock { running in
      running?.close()
      running = directory
    }
    return CitiesFactory.makeCatalog(
      in: FeatureEnvironment(transport: self, directory: directory), language: "ru",
      leaving: former)
  }

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    let response = try await transport.send(request, progress: progress)
    answered.withLock { $0.append(response.status) }
    return response
  }
}
