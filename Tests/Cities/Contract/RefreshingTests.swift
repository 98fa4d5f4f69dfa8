import Cities
import CitiesTestSupport
import Sync
import Testing

struct RefreshingTests {
  private let device = CityDevice()

  @Test func `A newer list takes the place of the one before`() async throws {
    let catalog = device.launch(in: "ru")
    #expect(await catalog.loadList().city(.satpayev) == nil)

    let found = try await catalog.refreshList().revision
    #expect(found == 2)

    let list = await catalog.loadList()
    #expect(list.revision == 2)
    #expect(list.source == .refreshed)
    #expect(list.problem == nil)
    #expect(list.city(.satpayev)?.name == "Сатпаев")
    #expect(catalog.state.list == list)
    #expect(catalog.state.listFetch == .idle)
  }

  @Test func `An older list is ignored`() async throws {
    let catalog = device.launch(in: "ru")
    try await catalog.refreshList()
    let list = await catalog.loadList()
    device.server.list = SampleCity.list(revision: 1)

    await #expect(throws: CitiesError.outdated) { try await catalog.refreshList() }

    #expect(catalog.state.listFetch == .failed(.outdated))
    #expect(await catalog.loadList() == list)
  }

  @Test func `A failed refresh leaves the list as it was`() async throws {
    let catalog = device.launch(in: "ru")
    let list = await catalog.loadList()

    for fault in [ServerFault.offline, .status(500), .truncated, .garbage] {
      device.server.fault = fault
      let error = await #expect(throws: CitiesError.self) { try await catalog.refreshList() }
      guard case .sync(.fetch(let failure))? = error else { throw try #require(error) }
      #expect(catalog.state.listFetch == .failed(failure))
      #expect(catalog.state.list == list)
      #expect(catalog.state.choice == nil)
    }

    #expect(await catalog.loadList() == list)
    device.server.fault = nil
    #expect(try await catalog.refreshList().revision == 2)
    #expect(catalog.state.listFetch == .idle)
  }
}
