import Cities
import Networking
import Storage
import Sync
import Testing

extension CityCatalogContract {
  func leaving(_ device: some CityDevice) async {
    device.settings["cityID"] = CityID.moscow.rawValue
    let catalog = device.launch(in: "ru")
    let held = device.server.hold(.moscow)

    let start = Task { await catalog.start(with: nil) }
    await held.arrived()
    #expect(catalog.state.stage == .migrating(.moscow))
    #expect(catalog.state.choice?.city == .moscow)
    held.release()
    await start.value

    #expect(catalog.state.currentCity?.id == .moscow)
    #expect(catalog.state.choice == nil)
    #expect(device.settings.isEmpty)
    let second = device.launch(in: "ru")
    await second.start(with: nil)
    #expect(second.state.currentCity?.id == .moscow)
    #expect(device.server.requests.count == 1)
  }

  func leavingRenamed(_ device: some CityDevice) async {
    // The newest key with a value applies; a number may be stored as text.
    device.settings["selectedCity"] = CityID.moscow.rawValue
    device.settings["city_id"] = "\(CityID.almaty.rawValue)"
    let catalog = device.launch(in: "ru")

    await catalog.start(with: nil)

    #expect(catalog.state.currentCity?.id == .almaty)
    #expect(device.settings.isEmpty)
  }

  func leavingOffline(_ device: some CityDevice) async {
    device.settings["selectedCity"] = CityID.moscow.rawValue
    device.server.fault = .offline
    for _ in 0..<2 {
      let catalog = device.launch(in: "ru")
      await catalog.start(with: nil)
      #expect(catalog.state.stage == .migrating(.moscow))
      #expect(catalog.state.failure?.error == .offline)
      #expect(!device.settings.isEmpty)
    }
    let catalog = device.launch(in: "ru")
    await catalog.start(with: nil)

    device.server.fault = nil
    await catalog.start(with: nil)

    #expect(catalog.state.currentCity?.id == .moscow)
    #expect(device.settings.isEmpty)
  }

  func leavingUnknown(_ device: some CityDevice) async {
    device.settings["cityID"] = CityID.nowhere.rawValue
    let catalog = device.launch(in: "ru")

    await catalog.start(with: nil)

    #expect(catalog.state.stage == .choosing(.unknownCity(.nowhere)))
    #expect(device.settings.isEmpty)
    let second = device.launch(in: "ru")
    await second.start(with: nil)
    #expect(second.state.stage == .choosing(.firstLaunch))
  }

  func leavingUnreadable(_ device: some CityDevice) async {
    device.settings["cityID"] = ["a", "list"]
    let catalog = device.launch(in: "ru")

    await catalog.start(with: nil)

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

  func leavingChosen(_ device: some CityDevice) async throws {
    device.settings["cityID"] = CityID.moscow.rawValue
    device.server.fault = .offline
    let catalog = device.launch(in: "ru")
    await catalog.start(with: nil)
    device.server.fault = nil

    try await catalog.choose(.almaty)

    #expect(catalog.state.currentCity?.id == .almaty)
    #expect(device.settings.isEmpty)
  }

  func leavingKept(_ device: some CityDevice) async throws {
    try await device.launch(in: "ru").choose(.almaty)
    device.settings["cityID"] = CityID.moscow.rawValue
    let catalog = device.launch(in: "ru")

    await catalog.start(with: nil)

    #expect(catalog.state.currentCity?.id == .almaty)
    #expect(device.settings.isEmpty)
  }

  func leavingGiven(_ device: some CityDevice) async {
    device.settings["cityID"] = CityID.moscow.rawValue
    let catalog = device.launch(in: "ru")

    await catalog.start(with: .almaty)

    #expect(catalog.state.currentCity?.id == .almaty)
    #expect(device.settings.isEmpty)
  }

  func gate(_ device: some CityDevice) async throws {
    device.settings["cityID"] = CityID.moscow.rawValue
    device.server.fault = .offline
    let catalog = device.launch(in: "ru")
    #expect(device.gate.reasons == [.noCity])

    await catalog.start(with: nil)
    #expect(device.gate.reasons == [.migrating, .noCity])

    device.server.fault = nil
    await catalog.start(with: nil)
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
