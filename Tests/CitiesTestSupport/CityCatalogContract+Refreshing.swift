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

  func refreshTooHigh(_ device: some CityDevice) async throws {
    let first = device.launch(in: "ru")
    device.server.list = SampleCity.list(revision: 1_000_000)
    #expect(try await first.refreshList() == .updated(revision: 1_000_000))
    device.server.list = SampleCity.list(revision: 3)
    device.time.pass(3_600)
    #expect(try await first.refreshList() == .older(revision: 3))
    device.time.pass(1)
    let second = device.launch(in: "ru")
    #expect(try await second.list().revision == 1_000_000)

    #expect(try await second.refreshList() == .updated(revision: 3))

    #expect(try await second.list().revision == 3)
    #expect(try await device.launch(in: "ru").list().revision == 3)
    device.server.list = SampleCity.list(revision: 4)
    #expect(try await second.refreshList() == .updated(revision: 4))
  }

  func refreshRestored(_ device: some CityDevice) async throws {
    let catalog = device.launch(in: "ru")
    for revision in 48...50 {
      device.server.list = SampleCity.list(revision: revision)
      try await catalog.refreshList()
    }
    for revision in 41...43 {
      device.server.list = SampleCity.list(revision: revision)
      device.time.pass(1_200)
      #expect(try await catalog.refreshList() == .older(revision: revision))
    }
    device.time.pass(1)
    for revision in 44...52 {
      device.server.list = SampleCity.list(revision: revision)
      #expect(try await catalog.refreshList() == .updated(revision: revision))
    }
  }

  func refreshAlternating(_ device: some CityDevice) async throws {
    device.server.list = SampleCity.list(revision: 5)
    try await device.launch(in: "ru").refreshList()
    for _ in 0..<8 {
      let catalog = device.launch(in: "ru")
      device.time.pass(3_000)
      device.server.list = SampleCity.list(revision: 4)
      #expect(try await catalog.refreshList() == .older(revision: 4))
      #expect(try await device.launch(in: "ru").list().revision == 5)
      device.server.list = SampleCity.list(revision: 5)
      #expect(try await device.launch(in: "ru").refreshList() == .unchanged)
    }
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
