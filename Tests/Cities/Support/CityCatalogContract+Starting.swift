import Cities
import StorageTestSupport
import Sync
import Testing

extension CityCatalogContract {
  static let starting: [Rule<CityDevice>] = [
    Rule("Before the start the state says nothing yet") { device in
      let state = device.launch(in: "ru").state

      #expect(state.stage == .starting)
      #expect(state.choice == nil)
      #expect(state.currentCity == nil)
      #expect(state.language == "ru")
      #expect(device.server.requests.isEmpty)
    },
    Rule("A start without stored data leads to the list of a first launch") { device in
      let catalog = await device.start(in: "ru")

      #expect(catalog.state.stage == .choosing(.firstLaunch))
      #expect(catalog.state.choice == nil)
      #expect(catalog.state.list?.isComplete == true)
      #expect(catalog.state.list?.language == "ru")
      #expect(catalog.state.listFetch == .idle)
      #expect(device.server.requests.isEmpty)
    },
    Rule("Starting again changes nothing when nothing has failed") { device in
      let catalog = await device.start(in: "ru")
      try await catalog.choose(.moscow)
      let (state, requests) = (catalog.state, device.server.requests)

      await catalog.start(with: nil)
      await catalog.start(with: .moscow)

      #expect(catalog.state == state)
      #expect(device.server.requests == requests)
    },
    Rule("The first cities are those that the list begins with, before and after it is read") {
      device in
      device.server.fault = .offline
      let catalog = device.launch(in: "ru")

      for language: Language in ["ru", "kk", "en"] {
        try await catalog.setLanguage(language)
        let early = await device.launch(in: language).firstRows()
        let list = await catalog.loadList()
        #expect(early == Array(list.cities.prefix(early.count)))
        #expect(early.count == min(20, list.cities.count))
        #expect(await catalog.firstRows() == early)
      }
    },
    Rule("The list is there without network, before and after the start") { device in
      device.server.fault = .offline
      let catalog = device.launch(in: "en")

      let before = await catalog.loadList()
      await catalog.start(with: nil)

      #expect(before.city(.almaty)?.name == "Almaty")
      #expect(before.source == .bundle)
      #expect(before.problem == nil)
      #expect(before.languages.contains("kk"))
      #expect(await catalog.loadList() == before)
      #expect(device.server.requests.isEmpty)
    },
    Rule("A given number skips the picker") { device in
      let catalog = await device.start(in: "ru", with: .belgrade)

      #expect(catalog.state.currentCity?.id == .belgrade)
      #expect(catalog.state.choice == nil)
    },
    Rule("A given unknown number leads to the list and is named there") { device in
      let catalog = await device.start(in: "ru", with: .nowhere)

      #expect(catalog.state.stage == .choosing(.unknownCity(.nowhere)))
    },
    Rule("A given unknown number leaves the stored city current") { device in
      try await device.launch(in: "ru").choose(.moscow)
      let catalog = await device.start(in: "ru", with: .nowhere)

      #expect(catalog.state.currentCity?.id == .moscow)
      #expect(catalog.state.failure?.city == .nowhere)
      #expect(catalog.state.failure?.error == .unknownCity(.nowhere))
    },
    Rule("A given city that cannot be reached is retried by starting again") { device in
      device.server.fault = .offline
      let catalog = await device.start(in: "ru", with: .almaty)
      #expect(catalog.state.currentCity == nil)
      #expect(catalog.state.failure?.city == .almaty)
      #expect(catalog.state.failure?.error == .offline)

      device.server.fault = nil
      await catalog.start(with: .almaty)
      #expect(catalog.state.currentCity?.id == .almaty)
      #expect(catalog.state.choice == nil)
    },
  ]
}
