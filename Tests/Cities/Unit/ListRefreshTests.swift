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
  func `A damaged list is set aside for the bundled one, and a refresh brings it again`()
    async throws
  {
    try await device.launch(in: "ru").refreshList()
    _ = try device.damage("caches/city-list.v1.store")
    let catalog = device.launch(in: "ru")

    let list = await catalog.loadList()

    #expect(list.source == .bundle)
    #expect(list.cities.count == 999)
    #expect(list.problem == nil)
    #expect(try device.files() == ["caches/city-list.v1.store.corrupt"])
    #expect(try await catalog.refreshList().revision == 2)
    #expect(await device.launch(in: "ru").loadList().source == .refreshed)
  }

  @Test
  func `A list that cannot be stored serves this run, and is stored once that is possible`()
    async throws
  {
    try device.block()
    let catalog = device.launch(in: "ru")
    let before = await catalog.loadList()
    #expect(before.cities.count == 999)

    #expect(try await catalog.refreshList().revision == 2)

    let list = await catalog.loadList()
    #expect(list.source == .refreshed)
    #expect(list.city(.satpayev) != nil)

    // The directory becomes available again, and the same list is stored.
    try device.unblock()
    try await catalog.refreshList()
    #expect(await device.launch(in: "ru").loadList().source == .refreshed)
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

  @Test func `A refresh during another one fetches the list again, and is the last to end`()
    async throws
  {
    let catalog = device.launch(in: "ru")
    let held = device.server.holdList()
    let first = Task { try await catalog.refreshList() }
    await held.arrived()
    #expect(catalog.state.listFetch == .fetching)
    let second = Task { try await catalog.refreshList() }
    device.server.list = SampleCity.list(revision: 3)

    held.release()

    #expect(try await second.value.revision == 3)
    _ = try await first.value
    #expect(catalog.state.listFetch == .idle)
    #expect(await device.launch(in: "ru").loadList().revision == 3)
  }

  @Test func `A list that has changed without a new revision is shown and found`() async throws {
    let catalog = device.launch(in: "ru")
    device.server.list = SampleCity.list(revision: 1, of: [.moscow])
    #expect(try await catalog.refreshList().search("алматы").isEmpty)

    device.server.list = SampleCity.list(revision: 1, of: [.almaty])

    #expect(try await catalog.refreshList().search("алматы").map(\.id) == [.almaty])
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
  func `A broken bundle leaves an empty list that names the file, until a refresh brings one`()
    async throws
  {
    let broken = BundledCities(contentsOf: device.directory.appending(path: "cities.json"))
    let catalog = launch(broken)
    await catalog.start(with: nil)
    #expect(catalog.state.list?.problem?.reason.contains("cities.json") == true)
    #expect(catalog.state.list?.source == .bundle)
    #expect(catalog.state.list?.cities == [])

    #expect(try await catalog.refreshList().city(.satpayev)?.name == "Сатпаев")
    #expect(catalog.state.list?.problem == nil)
    #expect(await launch(broken).loadList().revision == 2)
  }

  /// Returns a catalog of an app with this bundled list.
  private func launch(
    _ bundle: BundledCities
  ) -> LiveCityCatalog {
    LiveCityCatalog(
      repositories: CitiesRepositories(directory: device.storage()), language: "ru",
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
}
