import Cities
import Networking
import Storage
import StorageTestSupport
import Sync
import Testing

extension CityCatalogContract {
  static let leaving: [Rule<CityDevice>] = [
    Rule("The city of a former app is brought over, without a picker") { device in
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
      let second = await device.start(in: "ru")
      #expect(second.state.currentCity?.id == .moscow)
      #expect(device.server.requests.count == 1)
    },
    Rule("The city of a former app is found under each of its keys") { device in
      // The newest key with a value applies; a number may be stored as text.
      device.settings["selectedCity"] = CityID.moscow.rawValue
      device.settings["city_id"] = "\(CityID.almaty.rawValue)"
      let catalog = await device.start(in: "ru")

      #expect(catalog.state.currentCity?.id == .almaty)
      #expect(device.settings.isEmpty)
    },
    Rule("Without network it is kept, named, and retried by starting again") { device in
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
    },
    Rule("One that the server does not know leads to the list, and is not asked again") { device in
      device.settings["cityID"] = CityID.nowhere.rawValue
      let catalog = await device.start(in: "ru")

      #expect(catalog.state.stage == .choosing(.unknownCity(.nowhere)))
      #expect(device.settings.isEmpty)
      let second = await device.start(in: "ru")
      #expect(second.state.stage == .choosing(.firstLaunch))
    },
    Rule("Something else in its place leads to the list, which says so") { device in
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
    },
    Rule("Another one may be chosen while it cannot be reached") { device in
      device.settings["cityID"] = CityID.moscow.rawValue
      device.server.fault = .offline
      let catalog = await device.start(in: "ru")
      device.server.fault = nil

      try await catalog.choose(.almaty)

      #expect(catalog.state.currentCity?.id == .almaty)
      #expect(device.settings.isEmpty)
    },
    Rule("A city that was kept here goes before it") { device in
      try await device.launch(in: "ru").choose(.almaty)
      device.settings["cityID"] = CityID.moscow.rawValue
      let catalog = await device.start(in: "ru")

      #expect(catalog.state.currentCity?.id == .almaty)
      #expect(device.settings.isEmpty)
    },
    Rule("A given number goes before it") { device in
      device.settings["cityID"] = CityID.moscow.rawValue
      let catalog = await device.start(in: "ru", with: .almaty)

      #expect(catalog.state.currentCity?.id == .almaty)
      #expect(device.settings.isEmpty)
    },
    Rule("A given number that the server does not know takes nothing from the former app") {
      device in
      device.settings["cityID"] = CityID.moscow.rawValue
      let catalog = await device.start(in: "ru", with: .nowhere)
      #expect(catalog.state.stage == .choosing(.unknownCity(.nowhere)))
      #expect(!device.settings.isEmpty)

      await catalog.start(with: nil)
      #expect(catalog.state.currentCity?.id == .moscow)
    },
    Rule("The gate opens when a city is settled, and names what it waits for before") { device in
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
    },
  ]
}
