import CitiesTestSupport
import Foundation
import Networking
import Storage
import Sync
import SyncTestSupport
import Synchronization
import Testing

@testable import Cities

/// Calls that begin while an earlier call waits for a file.
///
/// A test that has rounds expects the same result even if a call ends before the next one begins.
@Suite("A call beside a suspended one", .serialized)
struct SuspendedCallTests {
  private static let rounds = 0..<10

  private let device = CityDevice()
  private let interruption = Interruption()

  @Test func `the later of two choices that wait for the stored city is current`() async throws {
    try await device.launch(in: "en").choose(.belgrade)
    for _ in Self.rounds {
      let catalog = launch()

      await catalog.run {
        _ = await $0.outcome(of: .moscow)
      } besides: {
        #expect(await $0.outcome(of: .almaty).city == .almaty)
      }

      #expect(catalog.state.currentCity?.id == .almaty)
    }
  }

  @Test(arguments: [true, false])
  func `a city that becomes current while the stored city is read stays current`(
    isReadable: Bool
  ) async throws {
    if isReadable {
      try await device.launch(in: "en").choose(.moscow)
    } else {
      try device.block()
    }
    let almaty = try KeptCity.sample(.almaty)
    for _ in Self.rounds {
      let catalog = launch()

      await catalog.run {
        await $0.start(with: nil)
      } besides: {
        do { try $0.makeCurrent(almaty, by: 1) } catch { Issue.record(error) }
      }

      #expect(catalog.state.stage == .ready(almaty.city))
      #expect(await catalog.current == almaty)
    }
  }

  @Test func `a language that needs the whole list gives way to a later one that does not`()
    async throws
  {
    try await storeList()
    for _ in Self.rounds {
      let catalog = launch()

      await catalog.run {
        await $0.select("ru")
      } besides: {
        await $0.select("kk")
      }

      #expect(catalog.state.language == "kk")
    }
  }

  @Test func `a confirmation during the read of the stored ones is not lost`() async throws {
    let (old, new) = (confirmation(of: 6), confirmation(of: 7))
    try await CitiesRepositories(directory: device.storage()).confirmations.save(old)
    for _ in Self.rounds {
      let catalog = launch()

      await catalog.run {
        await $0.readConfirmations()
      } besides: {
        $0.confirmations = new
      }

      #expect(await catalog.confirmations == new)
    }
  }

  @Test func `a list that arrives while the stored list is read is the newest`() async throws {
    let document = CityListDocument(revision: 9, regions: [:], countries: [], cities: [])
    let list = StoredCityList(document: document, validator: nil)
    let catalog = launch()
    interruption.prepare {
      catalog.assumeIsolated { $0.known = KnownList(list: list, source: .refreshed) }
    }

    let best = await catalog.bestList()

    #expect(best.document == document)
    #expect(await catalog.known?.document == document)
  }

  @Test func `a request during the write of a city is conditional on that city`() async throws {
    for _ in Self.rounds {
      serveMoscow(revision: 5)
      let catalog = launch()
      let later = Mutex(Task<Result<City, CitiesError>, Never>?.none)
      _ = try await catalog.choose(.moscow)
      serveMoscow(revision: 4)
      device.time.turn(by: 3_601)
      interruption.prepare {
        catalog.assumeIsolated { catalog in
          let choice = Task { await catalog.outcome(of: .moscow) }
          later.withLock { $0 = choice }
        }
      }

      _ = try await catalog.choose(.moscow)

      #expect(await later.withLock { $0 }?.value.city == .moscow)
      // The earlier request names revision 5, and the later one revision 4.
      let conditions = device.server.requests.suffix(2).map(\.precondition)
      #expect(!conditions.contains(nil))
      #expect(conditions.first != conditions.last)
    }
  }

  @Test func `a choice gives way to one that begins while its older answer is recorded`()
    async throws
  {
    serveMoscow(revision: 5)
    try await device.launch(in: "en").choose(.moscow)
    serveMoscow(revision: 4)
    let catalog = launch()
    await catalog.start(with: nil)
    interruption.prepare { catalog.assumeIsolated { $0.latestAttempt += 1 } }

    #expect(await catalog.outcome(of: .moscow).error == .superseded)
  }

  @Test func `a city whose write ends after a later choice does not become current`() async throws {
    let catalog = launch()
    try await catalog.makeCurrent(.sample(.almaty), by: 2)

    await #expect(throws: CitiesError.superseded) {
      try await catalog.makeCurrent(.sample(.moscow), by: 1)
    }

    #expect(catalog.state.currentCity?.id == .almaty)
    #expect(await catalog.current?.city.id == .almaty)
  }

  /// Returns a catalog that the interruption can enter.
  private func launch() -> DefaultCityCatalog {
    let bundle = BundledList.shipped
    return DefaultCityCatalog(
      server: CityServer(transport: device.server),
      repositories: CitiesRepositories(directory: device.storage()), language: "en",
      environment: FeatureEnvironment(
        transport: device.server,
        now: { [interruption, time = device.time] in
          interruption.begin()
          return time.now
        }), former: nil,
      bundle: BundledList(
        document: bundle.document,
        beginning: { [interruption] () throws(BrokenBundle) in
          interruption.begin()
          return try bundle.beginning()
        }))
  }

  /// Stores a list whose first rows are available only in Kazakh, and the whole list also in Russian.
  private func storeList() async throws {
    let cities = (1...21).map { id in
      CityListDocument.CityRow(
        id: CityID(rawValue: id), country: id < 21 ? "AA" : "BB", region: "",
        names: ["kk": "\(id)"], lat: 0, lon: 0, population: 1)
    }
    let document = CityListDocument(
      revision: 9, regions: [:],
      countries: [
        .init(code: "AA", names: ["kk": "A"], languages: []),
        .init(code: "BB", names: ["ru": "B"], languages: []),
      ], cities: cities)
    let stored = CitiesRepositories(directory: device.storage())
    try await stored.list.save(StoredCityList(document: document, validator: nil))
    try await stored.beginning.save(document.beginning)
  }

  private func confirmation(of revision: Int) -> StoredConfirmations {
    StoredConfirmations(list: .init(revision: revision, bundled: 1, time: device.time.now))
  }

  private func serveMoscow(revision: Int) {
    device.server.serve(
      SampleCity.moscow.details(in: "en").with("revision", .int(revision)), for: .moscow)
  }
}

extension DefaultCityCatalog {
  /// Runs two calls; the second one usually begins when the first is suspended.
  ///
  /// Both calls are enqueued on the actor before either begins.
  fileprivate func run(
    _ first: @escaping @Sendable (isolated DefaultCityCatalog) async -> Void,
    besides second: @escaping @Sendable (isolated DefaultCityCatalog) async -> Void
  ) async {
    let tasks = [Task { await first(self) }, Task { await second(self) }]
    for task in tasks { await task.value }
  }

  /// Selects a language, unless a later call has selected another one.
  fileprivate func select(_ language: Language) async {
    do throws(CitiesError) { try await setLanguage(language) } catch {
      #expect(error == .superseded)
    }
  }
}

/// Code that a test runs once on a catalog's actor, within a call of the catalog.
///
/// It runs when the catalog next reads the time or the first rows of the bundled list.
private final class Interruption: Sendable {
  private let body = Mutex((@Sendable () -> Void)?.none)

  func prepare(_ body: @escaping @Sendable () -> Void) {
    self.body.withLock { $0 = body }
  }

  func begin() { body.withLock { $0.take() }?() }
}
