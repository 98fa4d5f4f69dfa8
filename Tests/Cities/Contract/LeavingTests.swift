import Cities
import CitiesTestSupport
import Networking
import Storage
import StorageTestSupport
import Sync
import Testing

struct LeavingTests {
  @Test(arguments: Backing.allCases)
  func `The city of a former app is brought over, without a picker`(_ backing: Backing) async throws
  {
    let device = CityDevice(backing)
    device.settings["cityID"] = CityID.moscow.rawValue
    let catalog = device.launch(in: "ru")
    let held = device.server.hold(.moscow)
    #expect(device.gate.reasons == [.noCity])

    let start = Task { await catalog.start(with: nil) }
    await held.arrived()
    #expect(device.gate.reasons == [.migrating, .noCity])
    #expect(catalog.state.stage == .migrating(.moscow))
    #expect(catalog.state.choice?.city == .moscow)
    held.release()
    await start.value

    #expect(catalog.state.currentCity?.id == .moscow)
    #expect(catalog.state.choice == nil)
    #expect(device.settings.isEmpty)
    let second = await device.start(in: "ru")
    #expect(second.state.currentCity?.id == .moscow)
    #expect(device.server.requests.count == 1)
  }

  @Test(arguments: Backing.allCases)
  func `The city of a former app is found under each of its keys`(_ backing: Backing) async throws {
    let device = CityDevice(backing)
    // The newest key with a value applies; a number may be stored as text.
    device.settings["selectedCity"] = CityID.moscow.rawValue
    device.settings["city_id"] = "\(CityID.almaty.rawValue)"
    let catalog = await device.start(in: "ru")

    #expect(catalog.state.currentCity?.id == .almaty)
    #expect(device.settings.isEmpty)
  }

  @Test(arguments: Backing.allCases)
  func `Without a network the city of a former app is named, and retried by starting again`(
    _ backing: Backing
  )
    async throws
  {
    let device = CityDevice(backing)
    device.settings["selectedCity"] = CityID.moscow.rawValue
    device.server.fault = .offline
    for _ in 0..<2 {
      let catalog = await device.start(in: "ru")
      #expect(catalog.state.stage == .migrating(.moscow))
      #expect(catalog.state.failure?.error == .offline)
      #expect(!device.settings.isEmpty)
    }
    let catalog = await device.start(in: "ru")

    device.server.fault = nil
    await catalog.start(with: nil)

    #expect(catalog.state.currentCity?.id == .moscow)
    #expect(device.settings.isEmpty)
  }

  @Test(arguments: Backing.allCases)
  func `A former city that the server does not know leads to the list, and is not asked again`(
    _ backing: Backing
  ) async throws {
    let device = CityDevice(backing)
    device.settings["cityID"] = CityID.nowhere.rawValue
    let catalog = await device.start(in: "ru")

    #expect(catalog.state.stage == .choosing(.unknownCity(.nowhere)))
    #expect(device.settings.isEmpty)
    let second = await device.start(in: "ru")
    #expect(second.state.stage == .choosing(.firstLaunch))
  }

  @Test(arguments: Backing.allCases)
  func `A former city that is no number leads to the list, which says so`(_ backing: Backing)
    async throws
  {
    let device = CityDevice(backing)
    device.settings["cityID"] = ["a", "list"]
    let catalog = await device.start(in: "ru")

    guard
      case .choosing(.formerCityUnreadable(.notAnID(let key, _))) = catalog.state.stage
    else {
      Issue.record("\(catalog.state.stage)")
      return
    }
    #expect(key == "cityID")
    #expect(!device.settings.isEmpty)
    #expect(device.server.requests.isEmpty)
  }

  @Test(arguments: Backing.allCases)
  func `A chosen, a stored or a given city goes before that of a former app`(_ backing: Backing)
    async throws
  {
    let device = CityDevice(backing)
    device.settings["cityID"] = CityID.moscow.rawValue
    device.server.fault = .offline
    let first = await device.start(in: "ru")
    device.server.fault = nil
    try await first.choose(.almaty)
    #expect(first.state.currentCity?.id == .almaty)
    #expect(device.settings.isEmpty)

    device.settings["cityID"] = CityID.moscow.rawValue
    let second = await device.start(in: "ru")
    #expect(second.state.currentCity?.id == .almaty)
    #expect(device.settings.isEmpty)

    let other = CityDevice(backing)
    other.settings["cityID"] = CityID.moscow.rawValue
    let third = await other.start(in: "ru", with: .almaty)
    #expect(third.state.currentCity?.id == .almaty)
    #expect(other.settings.isEmpty)
  }

  @Test(arguments: Backing.allCases)
  func `A given number that the server does not know takes nothing from the former app`(
    _ backing: Backing
  ) async throws {
    let device = CityDevice(backing)
    device.settings["cityID"] = CityID.moscow.rawValue
    let catalog = await device.start(in: "ru", with: .nowhere)
    #expect(catalog.state.stage == .choosing(.unknownCity(.nowhere)))
    #expect(!device.settings.isEmpty)

    await catalog.start(with: nil)
    #expect(catalog.state.currentCity?.id == .moscow)
  }

  @Test(arguments: Backing.allCases)
  func `The gate opens when a city is settled, and stays open`(_ backing: Backing) async throws {
    let device = CityDevice(backing)
    device.settings["cityID"] = CityID.moscow.rawValue
    let catalog = await device.start(in: "ru")
    #expect(device.gate.isOpen)

    device.server.fault = .offline
    _ = await catalog.outcome(of: .almaty)
    #expect(device.gate.isOpen)

    device.gate.close(for: .offline)
    device.server.fault = nil
    try await catalog.choose(.almaty)
    #expect(device.gate.reasons == [.offline])
  }
}
