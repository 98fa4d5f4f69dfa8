import CitiesTestSupport
import Networking
import Sync
import Testing

@testable import Cities

struct ChoosingTests {
  private let device = CityDevice()

  @Test func `A city is not stored before all of its details have arrived`() async throws {
    let catalog = device.launch(in: "ru")
    let held = device.server.hold(.moscow)
    let choice = Task { await catalog.outcome(of: .moscow) }
    await held.arrived()
    held.report(100, of: 200)
    #expect(try device.files().isEmpty)
    #expect(catalog.state.currentCity == nil)

    held.release()

    #expect(await choice.value.city == .moscow)
    #expect(try device.files() == ["current-city.v1.store"])
  }

  @Test func `A city is kept before it is current`() async throws {
    // Repeated, because one round may miss a state that is published before the write.
    for _ in 0..<10 {
      let device = CityDevice()
      let catalog = await device.start(in: "ru")
      let watching = Task { [states = catalog.states()] in
        for await state in states where state.currentCity != nil {
          return try device.files()
        }
        return []
      }

      try await catalog.choose(.moscow)

      #expect(try await watching.value == ["current-city.v1.store"])
    }
  }

  @Test func `A city is asked for by its number, in the current language, up to a size`()
    async throws
  {
    let catalog = device.launch(in: "ru")
    try await catalog.setLanguage("kk")

    try await catalog.choose(.almaty)
    try await catalog.refreshList()

    #expect(device.server.requests.map(\.path) == ["/v1/cities/1526384", "/v1/cities"])
    #expect(device.server.requests.map(\.query) == [["language": "kk"], [:]])
    #expect(device.server.requests.map(\.sizeLimit) == [4 << 20, 16 << 20])
  }
}
