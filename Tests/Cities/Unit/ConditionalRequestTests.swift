import CitiesTestSupport
import Networking
import Sync
import Testing

@testable import Cities
import SyncTestSupport

struct ConditionalRequestTests {
  private let device = CityDevice()

  @Test
  func `A list that has not changed costs no body, in this run and in the next`() async throws {
    let first = device.launch(in: "ru")
    try await first.refreshList()
    let bytes = device.server.bytes

    try await first.refreshList()
    let second = device.launch(in: "ru")
    try await second.refreshList()

    #expect(device.server.bytes == bytes)
    #expect(await second.loadList().source == .refreshed)
  }

  @Test
  func `The current city chosen again costs no body, in this run and in the next`() async throws {
    let first = device.launch(in: "ru")
    let moscow = try await first.choose(.moscow)
    let bytes = device.server.bytes

    #expect(try await first.choose(.moscow) == moscow)
    let second = await device.start(in: "ru")
    #expect(try await second.choose(.moscow) == moscow)

    #expect(device.server.bytes == bytes)
    #expect(second.state.stage == .ready(moscow))
    #expect(second.state.choice == nil)
  }

  @Test
  func `A city whose revision was too high once is replaced an hour later, also after a restart`()
    async throws
  {
    serveMoscow(revision: 1_000_000, fee: 7)
    device.server.list = SampleCity.list(revision: 5)
    let first = device.launch(in: "ru")
    try await first.choose(.moscow)
    try await first.refreshList()
    serveMoscow(revision: 4, fee: 8)
    device.server.list = SampleCity.list(revision: 4)
    device.time.turn(by: 3_600)
    let early = try await first.choose(.moscow)
    device.time.turn(by: 1)

    let second = device.launch(in: "ru")
    let late = try await second.choose(.moscow)

    #expect(early.fulfillments[0].fee == 7)
    #expect(late.fulfillments[0].fee == 8)
    #expect(try await second.refreshList().revision == 4)
    let next = await device.start(in: "ru")
    #expect(next.state.stage == .ready(late))
  }

  @Test func `A city in another language replaces the current one with a higher revision`()
    async throws
  {
    serveMoscow(revision: 5, fee: 7)
    let catalog = device.launch(in: "ru")
    try await catalog.choose(.moscow)
    device.server.serve(SampleCity.moscow.details(in: "kk").with("revision", 4), for: .moscow)

    try await catalog.setLanguage("kk")

    #expect(catalog.state.currentCity?.name == "Мәскеу")
  }

  @Test func `A superseded answer with a lower revision records no time`() async throws {
    serveMoscow(revision: 5, fee: 7)
    try await device.launch(in: "ru").choose(.moscow)
    let catalog = await device.start(in: "ru")
    serveMoscow(revision: 4, fee: 8)
    let held = device.server.hold(.moscow)
    let earlier = Task { await catalog.outcome(of: .moscow) }
    await held.arrived()
    try await catalog.choose(.almaty)

    held.release()

    #expect(await earlier.value.error == .superseded)
    #expect(try device.files() == ["current-city.v1.store"])
  }

  @Test func `A lagging replica that answers in turn never takes a city back`() async throws {
    serveMoscow(revision: 5, fee: 7)
    try await device.launch(in: "ru").choose(.moscow)
    for _ in 0..<3 {
      let catalog = device.launch(in: "ru")
      device.time.turn(by: 3_000)
      serveMoscow(revision: 4, fee: 8)
      #expect(try await catalog.choose(.moscow).fulfillments[0].fee == 7)
      device.time.turn(by: 3_000)
      serveMoscow(revision: 5, fee: 7)
      try await catalog.choose(.moscow)
    }
  }

  @Test
  func `A request is conditional only for the current city in the current language`() async throws {
    let catalog = device.launch(in: "ru")
    try await catalog.choose(.moscow)
    try await catalog.setLanguage("kk")
    try await catalog.choose(.almaty)
    try await catalog.choose(.almaty)

    let known = device.server.requests.map { $0.ifChangedSince != nil }
    #expect(known == [false, false, false, true])
    #expect(catalog.state.currentCity?.id == .almaty)
  }

  @Test func `An unconditional request is not answered by 304`() async throws {
    device.server.fault = .status(304)
    let catalog = device.launch(in: "ru")

    await #expect(throws: CitiesError.status(304)) { try await catalog.choose(.moscow) }

    #expect(catalog.state.currentCity == nil)
    #expect(try device.files().isEmpty)
  }

  private func serveMoscow(revision: Int, fee: Int) {
    device.server.serve(
      SampleCity.moscow.details(in: "ru").with("revision", .int(revision))
        .with("fulfilments/0/fee", .int(fee)), for: .moscow)
  }
}
