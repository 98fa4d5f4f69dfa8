import CitiesTestSupport
import Foundation
import Networking
import Storage
import Sync
import Synchronization
import Testing

@testable import Cities
import SyncTestSupport

struct ListRefreshTests {
  private let device = CityDevice()

  @Test
  func `The first cities are read from the beginning, or from the list of an earlier release`()
    async throws
  {
    try await device.launch(in: "ru").refreshList()
    let list = await device.launch(in: "ru").loadList()
    let first = Array(list.cities.prefix(20))
    try FileManager.default.removeItem(
      at: device.directory.appending(path: "caches/city-list-beginning.v1.store"))

    #expect(try await firstRows() == nil)
    await device.launch(in: "ru").loadList()
    #expect(try await firstRows() == first)

    // The damage is found when the list is loaded; afterwards its beginning is not used either.
    _ = try device.damage("caches/city-list.v2.store")
    #expect(try await firstRows() == first)
    #expect(await device.launch(in: "ru").loadList().source == .bundle)
    #expect(try await firstRows() == nil)
  }

  @Test func `The first rows are shown before the whole list is read`() async throws {
    try await device.launch(in: "ru").refreshList()
    // The bundled list is read in place of the damaged one, after the first rows of that one are shown.
    _ = try device.damage("caches/city-list.v2.store")
    let launched = Mutex<DefaultCityCatalog?>(nil)
    let shown = Mutex<CityList?>(nil)
    let catalog = launch(
      try bundle(whenRead: {
        let list = launched.withLock { $0 }?.state.list
        shown.withLock { $0 = list }
      }))
    launched.withLock { $0 = catalog }

    let list = await catalog.loadList()

    let rows = try #require(shown.withLock { $0 })
    #expect(!rows.isComplete && list.isComplete)
    #expect(rows.source == .refreshed && list.source == .bundle)
    #expect(rows.cities.map(\.id) == [.moscow, .almaty, .belgrade, .satpayev])
  }

  @Test func `First rows that break a rule of this release are not shown`() async throws {
    let document = try CityDevice.bundle.document()
    let kept = CitiesRepositories(directory: device.storage())
    try await kept.beginning.save(
      CityListDocument(
        revision: 9, regions: [:], countries: document.countries + document.countries,
        cities: Array(document.cities.prefix(20))))
    try await kept.beginning.flush()

    #expect(try await firstRows() == nil)
  }

  @Test
  func `A damaged list is set aside for the bundled one, and a refresh brings it again`()
    async throws
  {
    try await device.launch(in: "ru").refreshList()
    _ = try device.damage("caches/city-list.v2.store")
    let catalog = device.launch(in: "ru")

    let list = await catalog.loadList()

    #expect(list.source == .bundle)
    #expect(list.cities.count == 999)
    #expect(list.problem == nil)
    #expect(try device.files() == ["caches/city-list.v2.store.corrupt"])
    #expect(try await catalog.refreshList().revision == 2)
    #expect(await catalog.loadList().problem == nil)
    #expect(await device.launch(in: "ru").loadList().source == .refreshed)
  }

  @Test func `A stored list is used in place of a bundled list with a higher revision`()
    async throws
  {
    try await store { document in
      CityListDocument(
        revision: 1, regions: [:], countries: document.countries, cities: [document.cities[0]])
    }

    let list = await launch(try bundle(revision: 8)).loadList()

    #expect(list.source == .refreshed)
    #expect(list.cities.map(\.id) == [.moscow])
  }

  @Test func `A stored list that this release cannot show gives way to the bundled one`()
    async throws
  {
    try await store { document in
      CityListDocument(
        revision: 9, regions: [:], countries: document.countries + document.countries,
        cities: document.cities)
    }

    let list = await device.launch(in: "ru").loadList()

    #expect(list.source == .bundle)
    #expect(list.problem == .invalid(UnusableBody(reason: "country RU twice")))
  }

  @Test
  func `A list that cannot be stored serves this run and is reported as not stored`() async throws {
    try device.block()
    let catalog = device.launch(in: "ru")
    let before = await catalog.loadList()
    #expect(before.cities.count == 999)
    #expect(before.problem != nil)

    #expect(try await catalog.refreshList().revision == 2)

    let list = await catalog.loadList()
    #expect(list.source == .refreshed)
    #expect(list.problem != nil)
    #expect(list.city(.satpayev) != nil)

    // The directory becomes available again, and the same list is stored.
    try device.unblock()
    try await catalog.refreshList()
    #expect(await catalog.loadList().problem == nil)
    #expect(await device.launch(in: "ru").loadList().source == .refreshed)
  }

  @Test func `A list whose write fails is reported as not stored`() async throws {
    let catalog = device.launch(in: "ru")
    await catalog.loadList()
    try device.block()

    let list = try await catalog.refreshList()

    guard case .notStored = list.problem else {
      Issue.record("\(String(describing: list.problem))")
      return
    }
    #expect(list.revision == 2)
  }

  @Test func `First rows are not stored beside a list that cannot be read`() async throws {
    let directory = device.storage()
    let owner = SingleRepository(
      .file("city-list"), class: .cache, schema: StoredCityList.schema, in: directory)
    _ = try await owner.value()
    let catalog = launch(CityDevice.bundle, in: directory)

    #expect(await catalog.loadList().problem == .unreadable(.inUse("city-list")))

    #expect(try device.files().isEmpty)
  }

  @Test
  func `A list is read once in a launch, and its search index serves each language`() async throws {
    let reads = Mutex(0)
    let catalog = launch(try bundle(whenRead: { reads.withLock { $0 += 1 } }))

    let first = await catalog.loadList()
    let second = await catalog.loadList()
    try await catalog.setLanguage("kk")
    let other = await catalog.loadList()

    #expect(reads.withLock { $0 } == 1)
    #expect(second.alphabetical === first.alphabetical)
    #expect(other.language == "kk")
    #expect(other.index === first.index)
  }

  @Test func `The list is being fetched until the last of the refreshes has ended`() async throws {
    let catalog = device.launch(in: "ru")
    let held = device.server.holdList()
    let slow = Task { try await catalog.refreshList() }
    await held.arrived()
    #expect(catalog.state.listFetch == .fetching)

    try await catalog.refreshList()
    #expect(catalog.state.listFetch == .fetching)

    held.release()
    _ = try await slow.value
    #expect(catalog.state.listFetch == .idle)
  }

  @Test func `An older answer that comes last does not undo a newer one`() async throws {
    let catalog = device.launch(in: "ru")
    let held = device.server.holdList()
    let slow = Task { try await catalog.refreshList() }
    await held.arrived()
    device.server.list = SampleCity.list(revision: 3)
    #expect(try await catalog.refreshList().revision == 3)

    device.server.list = SampleCity.list(revision: 2)
    held.release()

    await #expect(throws: CitiesError.outdated) { try await slow.value }
    #expect(await catalog.loadList().revision == 3)
    #expect(await device.launch(in: "ru").loadList().revision == 3)
  }

  @Test
  func `A first launch with a single city leads there, unless the city is gone`() async throws {
    device.server.list = SampleCity.list(revision: 2, of: [.almaty])
    let first = await device.start(in: "ru")
    #expect(first.state.stage == .choosing(.firstLaunch))
    try await first.refreshList()

    device.server.fault = .problem(404, "unknownCity")
    let second = await device.start(in: "ru")
    #expect(second.state.stage == .choosing(.unknownCity(.almaty)))

    device.server.fault = nil
    let third = await device.start(in: "ru")
    #expect(third.state.currentCity?.id == .almaty)
    #expect(third.state.choice == nil)
  }

  @Test(arguments: [3, 8, 9])
  func `A server's list replaces the bundled one, whatever their revisions`(revision: Int)
    async throws
  {
    device.server.list = SampleCity.list(revision: revision)
    let first = launch(try bundle(revision: 8))
    #expect(await first.loadList().source == .bundle)
    let list = try await first.refreshList()
    #expect(list.revision == revision)
    #expect(list.source == .refreshed)

    let second = launch(try bundle(revision: 20))
    #expect(await second.loadList().revision == revision)
    #expect(await second.storedBeginning()?.revision == revision)
    let bytes = device.server.bytes
    _ = try await second.refreshList()
    #expect(device.server.bytes == bytes)
  }

  @Test func `A language is selected without the whole list if the stored first rows have it`()
    async throws
  {
    try await device.launch(in: "ru").refreshList()
    let reads = Mutex(0)
    let catalog = launch(try bundle(whenRead: { reads.withLock { $0 += 1 } }))

    try await catalog.setLanguage("kk")

    #expect(catalog.state.language == "kk")
    #expect(catalog.state.list == nil)
    #expect(reads.withLock { $0 } == 0)
    #expect(await catalog.loadList().language == "kk")
  }

  @Test func `Without any list each language can be selected, and a refresh brings the list`()
    async throws
  {
    let catalog = launch(.empty)
    await catalog.start(with: nil)
    #expect(catalog.state.list?.cities == [])
    #expect(catalog.state.list?.problem == nil)

    try await catalog.setLanguage("kk")

    #expect(try await catalog.refreshList().city(.almaty)?.name == "Алматы")
    await #expect(throws: CitiesError.self) { try await catalog.setLanguage("xx") }
  }

  @Test
  func `After a crash between a list and its beginning no first rows of another list are shown`()
    async throws
  {
    try await device.launch(in: "ru").refreshList()
    #expect(try await firstRows()?.first?.id == .moscow)
    let newer = try JSONDecoder().decode(
      CityListDocument.self, from: SampleCity.list(revision: 3, of: [.belgrade, .almaty]).data)
    let catalog = try #require(device.launch(in: "ru") as? DefaultCityCatalog)

    #expect(await catalog.store(StoredCityList(document: newer, validator: nil)) == nil)

    #expect(try await firstRows() == nil)
    #expect(await device.launch(in: "ru").loadList().cities.first?.id == .belgrade)
    #expect(try await firstRows()?.first?.id == .belgrade)
  }

  @Test
  func `A broken bundle leaves an empty list that names the file, until a refresh brings one`()
    async throws
  {
    let broken = BundledCities(contentsOf: device.directory.appending(path: "cities.json"))
    let catalog = launch(broken)
    await catalog.start(with: nil)
    guard case .brokenBundle(let body) = catalog.state.list?.problem else {
      Issue.record("\(String(describing: catalog.state.list?.problem))")
      return
    }
    #expect(body.reason.contains("cities.json"))
    #expect(catalog.state.list?.source == .bundle)
    #expect(catalog.state.list?.cities == [])

    #expect(try await catalog.refreshList().city(.satpayev)?.name == "Сатпаев")
    #expect(catalog.state.list?.problem == nil)
    #expect(await launch(broken).loadList().revision == 2)
  }

  /// Returns a catalog of an app with this bundled list.
  private func launch(
    _ bundle: BundledCities, in directory: StorageDirectory? = nil
  ) -> DefaultCityCatalog {
    DefaultCityCatalog(
      server: CityServer(transport: device.server),
      repositories: CitiesRepositories(directory: directory ?? device.storage()), language: "ru",
      environment: FeatureEnvironment(
        transport: device.server, now: { [time = device.time] in time.now }),
      former: nil, bundle: bundle)
  }

  /// Returns a bundled list that calls a closure when it is read.
  private func bundle(
    revision: Int = 8, whenRead: @escaping @Sendable () -> Void = {}
  ) throws -> BundledCities {
    let document = try JSONDecoder().decode(
      CityListDocument.self, from: SampleCity.list(revision: revision).data)
    return BundledCities { () throws(UnusableBody) in
      whenRead()
      return document
    }
  }

  /// Returns the first rows of a launch, or `nil` if the whole list has to be read for them.
  private func firstRows() async throws -> [CitySummary]? {
    let catalog = try #require(device.launch(in: "ru") as? DefaultCityCatalog)
    return await catalog.storedBeginning().map { beginning in
      CityList(beginning, from: .refreshed, problem: nil, in: "ru", isComplete: false).cities
    }
  }

  private func store(_ change: (CityListDocument) -> CityListDocument) async throws {
    let kept = CitiesRepositories(directory: device.storage())
    try await kept.list.save(
      StoredCityList(document: change(try CityDevice.bundle.document()), validator: nil))
    try await kept.list.flush()
  }
}
