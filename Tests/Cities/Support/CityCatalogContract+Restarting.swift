import Cities
import Storage
import Testing

extension CityCatalogContract {
  func restarted(_ device: some CityDevice) async throws {
    let moscow = try await device.launch(in: "ru").choose(.moscow)
    let requests = device.server.requests
    let catalog = device.launch(in: "ru")

    await catalog.start(with: nil)

    #expect(catalog.state.stage == .ready(moscow))
    #expect(catalog.state.choice == nil)
    #expect(catalog.state.write == .written)
    #expect(device.server.requests == requests)
  }

  func restartedOffline(_ device: some CityDevice) async throws {
    let moscow = try await device.launch(in: "ru").choose(.moscow)
    device.server.fault = .offline
    let catalog = device.launch(in: "kk")

    await catalog.start(with: nil)
    #expect(catalog.state.stage == .ready(moscow))
    #expect(catalog.state.failure?.error == .offline)

    device.server.fault = nil
    await catalog.start(with: nil)
    #expect(catalog.state.currentCity?.name == "Мәскеу")
    #expect(catalog.state.choice == nil)
  }

  func restartedInLanguage(_ device: some CityDevice) async throws {
    let moscow = try await device.launch(in: "ru").choose(.moscow)
    let catalog = device.launch(in: "kk")
    let held = device.server.hold(.moscow)

    let start = Task { await catalog.start(with: nil) }
    await held.arrived()
    #expect(catalog.state.stage == .ready(moscow))
    held.release()
    await start.value

    #expect(catalog.state.currentCity?.name == "Мәскеу")
    #expect(catalog.state.choice == nil)
  }

  func restartedGiven(_ device: some CityDevice) async throws {
    try await device.launch(in: "ru").choose(.moscow)
    let second = device.launch(in: "ru")
    await second.start(with: .belgrade)
    #expect(second.state.currentCity?.id == .belgrade)
    let third = device.launch(in: "ru")

    await third.start(with: nil)

    #expect(third.state.currentCity?.id == .belgrade)
  }

  func restartedList(_ device: some CityDevice) async throws {
    let first = device.launch(in: "ru")
    try await first.refreshList()
    let list = await first.loadList()
    device.server.fault = .offline

    #expect(await device.launch(in: "ru").loadList() == list)
  }

  func restartedFirstCities(_ device: some CityDevice) async throws {
    let first = device.launch(in: "ru")
    try await first.refreshList()
    let list = await first.loadList()
    device.server.fault = .offline

    let second = device.launch(in: "ru")
    #expect(await second.firstRows() == Array(list.cities.prefix(20)))
    #expect(await second.loadList() == list)
  }

  func restartedFailure(_ device: some CityDevice) async throws {
    let first = device.launch(in: "ru")
    let moscow = try await first.choose(.moscow)
    device.server.fault = .truncated
    _ = await first.outcome(of: .almaty)
    let second = device.launch(in: "ru")

    await second.start(with: nil)

    #expect(second.state.stage == .ready(moscow))
    #expect(second.state.choice == nil)
  }
}
