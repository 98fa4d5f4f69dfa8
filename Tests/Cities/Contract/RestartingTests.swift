import Cities
import CitiesTestSupport
import Storage
import StorageTestSupport
import Sync
import Testing

struct RestartingTests {
  @Test(arguments: Backing.allCases)
  func `After a restart the city is ready without any request`(_ backing: Backing) async throws {
    let device = CityDevice(backing)
    let moscow = try await device.launch(in: "ru").choose(.moscow)
    let requests = device.server.requests
    let catalog = await device.start(in: "ru")

    #expect(catalog.state.stage == .ready(moscow))
    #expect(catalog.state.choice == nil)
    #expect(catalog.state.write == .written)
    #expect(device.server.requests == requests)
  }

  @Test(arguments: Backing.allCases)
  func `A load shows the stored city and settles in it, without any request`(
    _ backing: Backing
  ) async throws {
    let device = CityDevice(backing)
    let moscow = try await device.launch(in: "ru").choose(.moscow)
    let requests = device.server.requests
    let catalog = device.launch(in: "kk")
    await catalog.load()

    #expect(catalog.state.stage == .ready(moscow) && catalog.state.choice == nil)
    #expect(catalog.state.list == nil && device.server.requests == requests)
    #expect(device.gate.reasons.isEmpty)
  }

  @Test func `A load without a stored city says that the user has to choose one`() async throws {
    let device = CityDevice()
    let catalog = device.launch(in: "ru")
    await catalog.load()
    #expect(catalog.state.stage == .choosing(.firstLaunch))
    #expect(device.server.requests.isEmpty)
    #expect(try device.files().isEmpty)
    // A later load does not hide why a city cannot be used.
    await catalog.start(with: .nowhere)
    await catalog.load()
    #expect(catalog.state.stage == .choosing(.unknownCity(.nowhere)))
  }

  @Test func `After a restart in another language the city is read again`() async throws {
    let device = CityDevice()
    let moscow = try await device.launch(in: "ru").choose(.moscow)
    let catalog = device.launch(in: "kk")
    let held = device.server.hold(.moscow)

    let start = Task { await catalog.start(with: nil) }
    await held.arrived()
    #expect(catalog.state.stage == .ready(moscow))
    #expect(catalog.state.choice?.city == .moscow)
    held.release()
    await start.value

    #expect(catalog.state.currentCity?.name == "Мәскеу")
    #expect(catalog.state.choice == nil)
    device.server.fault = .offline
    let next = await device.start(in: "kk")
    #expect(next.state.currentCity?.name == "Мәскеу")
    #expect(next.state.choice == nil)
  }

  @Test func `After a restart a given number goes before the kept city`() async throws {
    let device = CityDevice()
    try await device.launch(in: "ru").choose(.moscow)
    let second = await device.start(in: "ru", with: .belgrade)
    #expect(second.state.currentCity?.id == .belgrade)
    let third = await device.start(in: "ru")

    #expect(third.state.currentCity?.id == .belgrade)
  }
}
