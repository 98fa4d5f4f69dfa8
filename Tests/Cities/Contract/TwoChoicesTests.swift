import Cities
import CitiesTestSupport
import Commerce
import StorageTestSupport
import Sync
import Testing

struct TwoChoicesTests {
  /// The order in which two responses arrive, and the end of each.
  struct Order: Sendable {
    let isLaterFirst: Bool
    let earlierFault: ServerFault?
    let laterFault: ServerFault?

    static let all = [true, false].flatMap { isLaterFirst in
      [nil, .status(503)].flatMap { earlier in
        [nil, .offline, .truncated].map { later in
          Order(isLaterFirst: isLaterFirst, earlierFault: earlier, laterFault: later)
        }
      }
    }
  }

  @Test(arguments: Backing.allCases, Order.all)
  func `The later of two choices decides, whichever answers first, also after a restart`(
    _ backing: Backing, _ order: Order
  ) async throws {
    let device = CityDevice(backing)
    let catalog = device.launch(in: "ru")
    try await catalog.choose(.belgrade)
    let two = await TwoChoices(of: catalog, on: device.server)

    if order.isLaterFirst {
      two.laterAnswer.release(order.laterFault)
      _ = await two.later.value
    }
    two.earlierAnswer.release(order.earlierFault)
    #expect(await two.earlier.value.error == .superseded)
    if !order.isLaterFirst {
      #expect(catalog.state.choice?.phase == .downloading(received: 0, expected: nil))
      #expect(catalog.state.choice?.city == .almaty)
      two.laterAnswer.release(order.laterFault)
    }

    let later = await two.later.value
    let expected = order.laterFault == nil ? CityID.almaty : .belgrade
    #expect(later.city == (order.laterFault == nil ? .almaty : nil))
    #expect(catalog.state.currentCity?.id == expected)
    #expect(catalog.state.failure?.city == (order.laterFault == nil ? nil : .almaty))
    #expect(catalog.state.failure?.error == later.error)
    let restarted = await device.start(in: "ru")
    #expect(restarted.state.currentCity?.id == expected)
    #expect(restarted.state.choice == nil)
  }

  @Test(arguments: Backing.allCases)
  func `Two answers at the same time leave one city, the same after a restart`(_ backing: Backing)
    async throws
  {
    for _ in 0..<10 {
      let device = CityDevice(backing)
      let catalog = device.launch(in: "ru")
      let two = await TwoChoices(of: catalog, on: device.server)
      await withTaskGroup { group in
        group.addTask { two.earlierAnswer.release() }
        group.addTask { two.laterAnswer.release() }
      }
      _ = await (two.earlier.value, two.later.value)

      #expect(catalog.state.currentCity?.id == .almaty)
      #expect(catalog.state.choice == nil)
      let restarted = await device.start(in: "ru")
      #expect(restarted.state.currentCity?.id == .almaty)
    }
  }

  @Test(arguments: Backing.allCases)
  func `A start does not take the place of a choice in progress`(_ backing: Backing) async throws {
    let device = CityDevice(backing)
    try await device.launch(in: "ru").choose(.belgrade)
    for (city, language) in [(CityID.almaty, "ru"), (nil, "en")] as [(CityID?, Language)] {
      let catalog = device.launch(in: language)
      let answer = device.server.hold(.moscow)
      let choice = Task { await catalog.outcome(of: .moscow) }
      await answer.arrived()

      await catalog.start(with: city)
      answer.release()

      #expect(await choice.value.city == .moscow)
      #expect(catalog.state.currentCity?.id == .moscow)
      try await catalog.choose(.belgrade)
    }
  }

  @Test func `Progress is that of the later choice, and a failed choice has none`() async {
    let device = CityDevice(.memory)
    let catalog = device.launch(in: "ru")
    let two = await TwoChoices(of: catalog, on: device.server)

    for (received, expected) in [(10, 30), (20, 30), (40, nil)] as [(Int, Int?)] {
      two.laterAnswer.report(received, of: expected)
      two.earlierAnswer.report(99, of: 100)
      #expect(catalog.state.choice?.city == .almaty)
      #expect(
        catalog.state.choice?.phase == .downloading(received: received, expected: expected))
    }
    two.earlierAnswer.release()
    two.laterAnswer.release(.offline)
    _ = await (two.earlier.value, two.later.value)
    two.laterAnswer.report(50, of: nil)
    #expect(catalog.state.failure?.error == .offline)
  }

  @Test func `The same city chosen twice at once becomes current by the later choice`() async {
    let device = CityDevice(.memory)
    let catalog = device.launch(in: "ru")
    let (first, second) = (device.server.hold(.moscow), device.server.hold(.moscow))
    let earlier = Task { await catalog.outcome(of: .moscow) }
    await first.arrived()
    let later = Task { await catalog.outcome(of: .moscow) }
    await second.arrived()

    first.release()
    second.release()

    #expect(await earlier.value.error == .superseded)
    #expect(await later.value.city == .moscow)
    #expect(catalog.state.choice == nil)
  }

  /// Two concurrent choices, first Moscow and then Almaty, with both responses held.
  private struct TwoChoices: Sendable {
    let earlier: Task<Result<City, CitiesError>, Never>
    let later: Task<Result<City, CitiesError>, Never>
    let earlierAnswer: HeldAnswer
    let laterAnswer: HeldAnswer

    /// Starts both choices and returns when both requests have reached the server.
    init(of catalog: any CityCatalog, on server: CityServerDouble) async {
      earlierAnswer = server.hold(.moscow)
      laterAnswer = server.hold(.almaty)
      earlier = Task { await catalog.outcome(of: .moscow) }
      await earlierAnswer.arrived()
      later = Task { await catalog.outcome(of: .almaty) }
      await laterAnswer.arrived()
    }
  }
}
