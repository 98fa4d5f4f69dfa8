import Cities
import CitiesTestSupport
import Foundation
import Networking
import Sync
import Testing

@Suite("Choosing a city", .serialized)
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
    #expect(try device.files() == ["current-city.v2.store"])
  }

  @Test func `A city is kept before it is current`() async throws {
    // Repeated, because one round may miss a state that is published before the write.
    for _ in 0..<40 {
      let device = CityDevice()
      let catalog = await device.start(in: "ru")
      let watching = Task { [states = catalog.states()] in
        for await state in states where state.currentCity != nil {
          return try device.files()
        }
        return []
      }

      try await catalog.choose(.moscow)

      #expect(try await watching.value == ["current-city.v2.store"])
    }
  }

  @Test func `Details of another city are refused, and neither becomes current`() async throws {
    let catalog = device.launch(in: "ru")
    device.server.serve(SampleCity.belgrade.details(in: "ru"), for: .almaty)

    let error = await catalog.outcome(of: .almaty).error

    #expect(error?.unusableBody?.reason == "city 792680 came for city 1526384")
    #expect(catalog.state.currentCity == nil)
    #expect(try device.files().isEmpty)
  }

  @Test func `A city is asked for by its number, in the language of the moment`() async throws {
    let catalog = device.launch(in: "ru")
    try await catalog.setLanguage("kk")

    try await catalog.choose(.almaty)

    #expect(device.server.requests.map(\.path) == ["/v1/cities/1526384"])
    #expect(device.server.requests.map(\.query) == [["language": "kk"]])
  }

  @Test(arguments: [204, 301, 400, 401, 500, 503])
  func `A refusal by the server keeps the city before`(_ status: Int) async throws {
    let catalog = device.launch(in: "ru")
    let moscow = try await catalog.choose(.moscow)
    device.server.fault = .status(status)

    let error = await catalog.outcome(of: .almaty).error

    #expect(error == .status(status))
    #expect(catalog.state.stage == .ready(moscow))
    #expect(catalog.state.failure?.city == .almaty)
  }

  @Test func `404 is an unknown city, also for one that the list has`() async throws {
    let catalog = device.launch(in: "ru")
    device.server.fault = .problem(404, "unknownCity")

    #expect(await catalog.outcome(of: .almaty).error == .unknownCity(.almaty))
    #expect(catalog.state.stage == .choosing(.unknownCity(.almaty)))
  }

  @Test func `A choice in a cancelled task is cancelled and leaves nothing behind`() async throws {
    let catalog = device.launch(in: "ru")
    let held = device.server.hold(.moscow)

    let choice = Task { await catalog.outcome(of: .moscow) }
    choice.cancel()

    #expect(await choice.value.error == .cancelled)
    #expect(catalog.state.currentCity == nil)
    #expect(try device.files().isEmpty)
    held.release()
    try await catalog.choose(.moscow)
  }

  @Test func `The current city chosen again is read again`() async throws {
    let catalog = device.launch(in: "ru")
    try await catalog.choose(.moscow)
    let newer = SampleCity.moscow.details(in: "ru").with("revision", 2)
    device.server.serve(newer, for: .moscow)

    #expect(try await catalog.choose(.moscow).revision == 2)

    #expect(catalog.state.currentCity?.revision == 2)
  }
}
