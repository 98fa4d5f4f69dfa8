import Cities
import CitiesTestSupport
import Networking
import Sync
import Testing

struct LeavingTests {
  private let device = CityDevice()

  @Test func `The city of a former app is brought over, without a picker`() async throws {
    let catalog = device.launch(in: "ru", former: .moscow)
    let held = device.server.hold(.moscow)

    let start = Task { await catalog.start(with: nil) }
    await held.arrived()
    #expect(device.gate.reasons == [.noCity])
    #expect(catalog.state.stage == .migrating(.moscow))
    #expect(catalog.state.choice?.city == .moscow)
    held.release()
    await start.value

    #expect(catalog.state.currentCity?.id == .moscow)
    #expect(catalog.state.choice == nil)
    let second = await device.start(in: "ru", former: .moscow)
    #expect(second.state.currentCity?.id == .moscow)
    #expect(device.server.requests.count == 1)
  }

  @Test func `Without a network the city of a former app is named, and retried by starting again`()
    async throws
  {
    device.server.fault = .offline
    let catalog = await device.start(in: "ru", former: .moscow)
    #expect(catalog.state.stage == .migrating(.moscow))
    #expect(catalog.state.failure?.error == .offline)

    device.server.fault = nil
    await catalog.start(with: nil)

    #expect(catalog.state.currentCity?.id == .moscow)
  }

  @Test
  func `A former city that the server does not know leads to the list, until a city is chosen`()
    async throws
  {
    for _ in 0..<2 {
      let catalog = await device.start(in: "ru", former: .nowhere)
      #expect(catalog.state.stage == .choosing(.unknownCity(.nowhere)))
    }
    try await device.launch(in: "ru", former: .nowhere).choose(.almaty)

    let catalog = await device.start(in: "ru", former: .nowhere)
    #expect(catalog.state.currentCity?.id == .almaty)
  }

  @Test func `A chosen, a stored or a given city goes before that of a former app`() async throws {
    device.server.fault = .offline
    let first = await device.start(in: "ru", former: .moscow)
    device.server.fault = nil
    try await first.choose(.almaty)
    #expect(first.state.currentCity?.id == .almaty)

    let second = await device.start(in: "ru", former: .moscow)
    #expect(second.state.currentCity?.id == .almaty)

    let third = await CityDevice().start(in: "ru", with: .almaty, former: .moscow)
    #expect(third.state.currentCity?.id == .almaty)
  }

  @Test
  func
    `A given number that the server does not know leaves the former app's city to the next start`()
    async throws
  {
    let catalog = await device.start(in: "ru", with: .nowhere, former: .moscow)
    #expect(catalog.state.stage == .choosing(.unknownCity(.nowhere)))

    await catalog.start(with: nil)
    #expect(catalog.state.currentCity?.id == .moscow)
  }
}
