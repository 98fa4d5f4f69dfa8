import Cities
import CitiesTestSupport
import Networking
import Sync
import Testing

@Suite("Two choices at once", .serialized)
struct TwoChoicesTests {
  struct Order: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let laterFirst: Bool
    let earlierFault: ServerFault?
    let laterFault: ServerFault?
  }

  private static let orders: [Order] = [true, false].flatMap { laterFirst in
    [ServerFault?.none, .status(503)].flatMap { earlier in
      [ServerFault?.none, .truncated].map { later in
        Order(
          testDescription: "the \(laterFirst ? "later" : "earlier") one answers first, "
            + "the earlier \(earlier == nil ? "well" : "badly"), "
            + "the later \(later == nil ? "well" : "badly")",
          laterFirst: laterFirst, earlierFault: earlier, laterFault: later)
      }
    }
  }

  private let device = CityDevice()

  @Test(arguments: orders)
  func `In every order one city is current, the same after a restart`(_ order: Order) async throws {
    let catalog = device.launch(in: "ru")
    try await catalog.choose(.belgrade)
    let two = await TwoChoices(of: catalog, on: device.server)

    if order.laterFirst {
      two.releaseLater(order.laterFault)
      _ = await two.later.value
      two.releaseEarlier(order.earlierFault)
    } else {
      two.releaseEarlier(order.earlierFault)
      _ = await two.earlier.value
      two.releaseLater(order.laterFault)
    }

    #expect(await two.earlier.value.error == .superseded)
    let expected = order.laterFault == nil ? CityID.almaty : .belgrade
    _ = await two.later.value
    #expect(catalog.state.currentCity?.id == expected)
    #expect((catalog.state.choice == nil) == (order.laterFault == nil))
    let restarted = await device.start(in: "ru")
    #expect(restarted.state.currentCity?.id == expected)
  }

  @Test
  func `Both answers at the same time leave one city, the same after a restart`() async throws {
    for _ in 0..<50 {
      let catalog = device.launch(in: "ru")
      let two = await TwoChoices(of: catalog, on: device.server)
      await withTaskGroup { group in
        group.addTask { two.releaseEarlier() }
        group.addTask { two.releaseLater() }
      }
      _ = await (two.earlier.value, two.later.value)

      #expect(catalog.state.currentCity?.id == .almaty)
      #expect(catalog.state.choice == nil)
      let restarted = await device.start(in: "ru")
      #expect(restarted.state.currentCity?.id == .almaty)
    }
  }

  @Test func `Progress grows with the bytes and is that of the newest choice`() async {
    let catalog = device.launch(in: "ru")
    let two = await TwoChoices(of: catalog, on: device.server)
    #expect(catalog.state.choice?.city == .almaty)
    #expect(catalog.state.choice?.phase == .downloading(received: 0, expected: nil))

    for (received, expected) in [(10, 30), (20, 30), (40, nil)] as [(Int, Int?)] {
      two.laterAnswer.report(received, of: expected)
      two.earlierAnswer.report(99, of: 100)
      #expect(catalog.state.choice?.city == .almaty)
      #expect(
        catalog.state.choice?.phase == .downloading(received: received, expected: expected))
    }
    two.releaseEarlier()
    two.releaseLater()
    _ = await (two.earlier.value, two.later.value)
  }

  @Test func `Bytes that come after a failure do not bring the choice back`() async {
    let catalog = device.launch(in: "ru")
    let held = device.server.hold(.moscow)
    let choice = Task { await catalog.outcome(of: .moscow) }
    await held.arrived()
    held.release(.offline)
    _ = await choice.value

    held.report(10, of: 20)

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
}
