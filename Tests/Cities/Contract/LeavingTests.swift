import Cities
import CitiesTestSupport
import Commerce
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

  @Test(arguments: [nil, CityID.moscow])
  func `Without a network a former app's city, or a given one, is named and retried by a start`(
    _ given: CityID?
  ) async throws {
    device.server.fault = .offline
    let catalog = await device.start(in: "ru", with: given, former: given == nil ? .moscow : nil)
    #expect(catalog.state.currentCity == nil)
    #expect(given != nil || catalog.state.stage == .migrating(.moscow))
    #expect(catalog.state.failure?.city == .moscow)
    #expect(catalog.state.failure?.error == .offline)

    device.server.fault = nil
    await catalog.start(with: given)

    #expect(catalog.state.currentCity?.id == .moscow)
    #expect(catalog.state.choice == nil)
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
