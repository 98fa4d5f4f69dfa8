import Cities
import Testing

extension CityCatalogContract {
  func refreshNewer(_ device: some CityDevice) async throws {
    let catalog = device.launch(in: "ru")
    #expect(try await catalog.list().city(.satpayev) == nil)

    #expect(try await catalog.refreshList() == .updated(revision: 2))

    let list = try await catalog.list()
    #expect(list.revision == 2)
    #expect(list.source == .refreshed)
    #expect(list.problem == nil)
    #expect(list.city(.satpayev)?.name == "Сатпаев")
  }

  func refreshUnchanged(_ device: some CityDevice) async throws {
    let catalog = device.launch(in: "ru")
    try await catalog.refreshList()
    let list = try await catalog.list()

    #expect(try await catalog.refreshList() == .unchanged)

    #expect(try await catalog.list() == list)
  }

  func refreshOlder(_ device: some CityDevice) async throws {
    let catalog = device.launch(in: "ru")
    try await catalog.refreshList()
    let list = try await catalog.list()
    device.server.list = SampleCity.list(revision: 1)

    #expect(try await catalog.refreshList() == .older(revision: 1))

    #expect(try await catalog.list() == list)
  }

  func refreshFailed(_ device: some CityDevice) async throws {
    let catalog = device.launch(in: "ru")
    let (state, list) = (catalog.state, try await catalog.list())

    for fault in [ServerFault.offline, .status(500), .truncated, .garbage] {
      device.server.fault = fault
      await #expect(throws: CitiesError.self) { try await catalog.refreshList() }
    }

    #expect(try await catalog.list() == list)
    #expect(catalog.state == state)
    device.server.fault = nil
    #expect(try await catalog.refreshList() == .updated(revision: 2))
  }
}
