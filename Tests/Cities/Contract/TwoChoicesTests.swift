import Cities
import CitiesTestSupport
import Commerce
import Sync
import Testing

struct TwoChoicesTests {
  private let device = CityDevice()

  /// Whether the later response arrives first, and the faults of both.
  @Test(
    arguments: [true, false],
    [
      (nil, nil), (nil, .offline), (nil, .truncated), (.status(503), nil),
      (.status(503), .offline), (.status(503), .truncated),
    ] as [(earlier: ServerFault?, later: ServerFault?)])
  func `The later of two choices decides, whichever answers first, also after a restart`(
    isLaterFirst: Bool, _ faults: (earlier: ServerFault?, later: ServerFault?)
  ) async throws {
    let catalog = device.launch(in: "ru")
    try await catalog.choose(.belgrade)
    let two = await TwoChoices(of: catalog, on: device.server)

    if isLaterFirst {
      two.laterAnswer.release(faults.later)
      _ = await two.later.value
    }
    two.earlierAnswer.release(faults.earlier)
    #expect(await two.earlier.value.error == .superseded)
    if !isLaterFirst {
      #expect(catalog.state.choice?.phase == .downloading(received: 0, expected: nil))
      #expect(catalog.state.choice?.city == .almaty)
      two.laterAnswer.release(faults.later)
    }

    let later = await two.later.value
    let expected = faults.later == nil ? CityID.almaty : .belgrade
    #expect(later.city == (faults.later == nil ? .almaty : nil))
    #expect(catalog.state.currentCity?.id == expected)
    #expect(catalog.state.failure?.city == (faults.later == nil ? nil : .almaty))
    #expect(catalog.state.failure?.error == later.error)
    let restarted = await device.start(in: "ru")
    #expect(restarted.state.currentCity?.id == expected)
    #expect(restarted.state.choice == nil)
  }

  @Test func `A start does not take the place of a choice in progress`() async throws {
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
