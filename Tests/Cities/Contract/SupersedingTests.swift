import Cities
import CitiesTestSupport
import Networking
import StorageTestSupport
import Sync
import Testing

struct SupersedingTests {
  @Test(arguments: Backing.allCases)
  func `A later choice takes the place of an earlier one, whichever answers first`(
    _ backing: Backing
  ) async throws {
    let device = CityDevice(backing)
    for laterFirst in [true, false] {
      let (catalog, two) = await twoChoices(device)
      if laterFirst {
        two.releaseLater()
        #expect(await two.later.value.city == .almaty)
        two.releaseEarlier()
        #expect(await two.earlier.value.error == .superseded)
      } else {
        two.releaseEarlier()
        #expect(await two.earlier.value.error == .superseded)
        #expect(catalog.state.choice?.city == .almaty)
        two.releaseLater()
        #expect(await two.later.value.city == .almaty)
      }

      #expect(catalog.state.currentCity?.id == .almaty)
      #expect(catalog.state.choice == nil)
    }
  }

  @Test(arguments: Backing.allCases)
  func `The failure of a superseded choice is not told`(_ backing: Backing) async throws {
    let device = CityDevice(backing)
    for laterFirst in [true, false] {
      let (catalog, two) = await twoChoices(device)
      if laterFirst {
        two.releaseLater()
        _ = await two.later.value
      }
      two.releaseEarlier(.status(503))
      #expect(await two.earlier.value.error == .superseded)
      #expect(catalog.state.failure == nil)
      two.releaseLater()

      #expect(await two.later.value.city == .almaty)
      #expect(catalog.state.currentCity?.id == .almaty)
      #expect(catalog.state.choice == nil)
    }
  }

  @Test(arguments: Backing.allCases)
  func `The city before two choices stays if the later one fails`(_ backing: Backing) async throws {
    let device = CityDevice(backing)
    try await device.launch(in: "ru").choose(.belgrade)
    for laterFirst in [true, false] {
      let catalog = await device.start(in: "ru")
      let two = await TwoChoices(of: catalog, on: device.server)

      if laterFirst {
        two.releaseLater(.offline)
        #expect(await two.later.value.error == .offline)
        two.releaseEarlier()
      } else {
        two.releaseEarlier()
        _ = await two.earlier.value
        two.releaseLater(.offline)
      }

      #expect(await two.earlier.value.error == .superseded)
      #expect(await two.later.value.error == .offline)
      #expect(catalog.state.currentCity?.id == .belgrade)
      #expect(catalog.state.failure?.city == .almaty)
    }
  }

  @Test(arguments: Backing.allCases)
  func `A launch does not take the place of a choice that is under way`(_ backing: Backing)
    async throws
  {
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

  private func twoChoices(_ device: CityDevice) async -> (any CityCatalog, TwoChoices) {
    let catalog = device.launch(in: "ru")
    return (catalog, await TwoChoices(of: catalog, on: device.server))
  }
}

/// Two concurrent choices, first Moscow and then Almaty, with both responses held.
struct TwoChoices: Sendable {
  /// Task of the choice of Moscow.
  let earlier: Task<Result<City, CitiesError>, Never>
  /// Task of the choice of Almaty.
  let later: Task<Result<City, CitiesError>, Never>
  /// Response about Moscow.
  let earlierAnswer: HeldAnswer
  /// Response about Almaty.
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

  /// Releases the response about Moscow.
  func releaseEarlier(_ fault: ServerFault? = nil) { earlierAnswer.release(fault) }

  /// Releases the response about Almaty.
  func releaseLater(_ fault: ServerFault? = nil) { laterAnswer.release(fault) }
}
