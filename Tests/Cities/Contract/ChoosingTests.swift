import Cities
import CitiesTestSupport
import Commerce
import Networking
import Storage
import StorageTestSupport
import Sync
import Testing

struct ChoosingTests {
  @Test(arguments: Backing.allCases)
  func `A choice makes exactly that city current and returns it`(_ backing: Backing) async throws {
    let device = CityDevice(backing)
    let catalog = await device.start(in: "ru")

    for id in [CityID.moscow, .almaty, .satpayev] {
      let city = try await catalog.choose(id)

      #expect(city.id == id)
      #expect(catalog.state.stage == .ready(city))
      #expect(catalog.state.currentCity == city)
      #expect(catalog.state.choice == nil)
      #expect(catalog.state.write == .written)
    }
  }

  @Test(arguments: Backing.allCases)
  func `A city can be chosen without a start`(_ backing: Backing) async throws {
    let device = CityDevice(backing)
    let catalog = device.launch(in: "ru")

    let city = try await catalog.choose(.moscow)
    await catalog.start(with: nil)

    #expect(catalog.state.stage == .ready(city))
  }

  @Test(arguments: Backing.allCases)
  func `A failed choice keeps the previous city and is told with its own city's number`(
    _ backing: Backing
  ) async throws {
    let device = CityDevice(backing)
    let catalog = device.launch(in: "ru")
    let moscow = try await catalog.choose(.moscow)
    // The error of an unusable body has a reason of its own.
    let faults: [(ServerFault, CitiesError?)] = [
      (.offline, .offline), (.timedOut, .timedOut),
      (.broken("reset"), .sync(.fetch(.noAnswer(.failed("reset"))))), (.truncated, nil),
      (.garbage, nil),
    ]

    for (fault, told) in faults
      + [204, 301, 400, 401, 500, 503].map({ (.status($0), .status($0)) })
    {
      device.server.fault = fault
      let error = await catalog.outcome(of: .almaty).error

      #expect(told.map { $0 == error } ?? (error?.unusableBody != nil), "\(fault)")
      #expect(catalog.state.stage == .ready(moscow))
      #expect(catalog.state.failure?.city == .almaty)
      #expect(catalog.state.failure?.error == error)
    }
  }

  @Test(arguments: Backing.allCases)
  func `A failed first choice leaves the list open, and the next choice clears the failure`(
    _ backing: Backing
  ) async throws {
    let device = CityDevice(backing)
    device.server.fault = .offline
    let catalog = await device.start(in: "ru")

    let outcome = await catalog.outcome(of: .moscow)

    #expect(outcome.error == .offline)
    #expect(catalog.state.stage == .choosing(.firstLaunch))
    #expect(catalog.state.failure?.city == .moscow)
    device.server.fault = nil
    try await catalog.choose(.almaty)

    #expect(catalog.state.currentCity?.id == .almaty)
    #expect(catalog.state.choice == nil)
  }

  @Test(arguments: Backing.allCases)
  func `An unknown number is refused as that and leaves the current city alone`(_ backing: Backing)
    async throws
  {
    let device = CityDevice(backing)
    let catalog = device.launch(in: "ru")
    let moscow = try await catalog.choose(.moscow)

    await #expect(throws: CitiesError.unknownCity(.nowhere)) {
      try await catalog.choose(.nowhere)
    }

    #expect(catalog.state.stage == .ready(moscow))
    #expect(catalog.state.failure?.error == .unknownCity(.nowhere))
  }

  @Test(arguments: Backing.allCases)
  func `Details of another city are refused`(_ backing: Backing) async throws {
    let device = CityDevice(backing)
    let catalog = device.launch(in: "ru")
    let moscow = try await catalog.choose(.moscow)
    device.server.serve(SampleCity.belgrade.details(in: "ru"), for: .almaty)

    let error = await catalog.outcome(of: .almaty).error

    #expect(error?.unusableBody?.reason == "city 792680 came for city 1526384")
    #expect(catalog.state.stage == .ready(moscow))
  }

  @Test(arguments: Backing.allCases)
  func `A canceled choice says so and changes no city`(_ backing: Backing) async throws {
    let device = CityDevice(backing)
    let catalog = device.launch(in: "ru")
    let moscow = try await catalog.choose(.moscow)
    let held = device.server.hold(.almaty)
    let choice = Task { await catalog.outcome(of: .almaty) }
    await held.arrived()

    choice.cancel()

    #expect(await choice.value.error == .cancelled)
    #expect(catalog.state.stage == .ready(moscow))
    #expect(catalog.state.failure?.error == .cancelled)
  }
}
