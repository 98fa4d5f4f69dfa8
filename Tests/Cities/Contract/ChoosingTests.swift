import Cities
import CitiesTestSupport
import Foundation
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
    let faults: [ServerFault] = [
      .offline, .timedOut, .broken("reset"), .status(503), .truncated, .garbage,
    ]

    for fault in faults {
      device.server.fault = fault
      let error = await catalog.outcome(of: .almaty).error

      #expect(
        error.map { fault.isTold(by: $0) } == true, "\(fault): \(String(describing: error))")
      #expect(catalog.state.stage == .ready(moscow))
      #expect(catalog.state.failure?.city == .almaty)
      #expect(catalog.state.failure?.error == error)
    }
  }

  @Test(arguments: Backing.allCases)
  func `A failed first choice leaves the list open`(_ backing: Backing) async throws {
    let device = CityDevice(backing)
    device.server.fault = .offline
    let catalog = await device.start(in: "ru")

    let outcome = await catalog.outcome(of: .moscow)

    #expect(outcome.error == .offline)
    #expect(catalog.state.stage == .choosing(.firstLaunch))
    #expect(catalog.state.failure?.city == .moscow)
  }

  @Test(arguments: Backing.allCases)
  func `Choosing again after a failure works and clears it`(_ backing: Backing) async throws {
    let device = CityDevice(backing)
    let catalog = device.launch(in: "ru")
    try await catalog.choose(.moscow)
    device.server.fault = .status(503)
    _ = await catalog.outcome(of: .almaty)

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

    #expect(error?.unusableBody != nil, "\(String(describing: error))")
    #expect(catalog.state.stage == .ready(moscow))
  }

  @Test(arguments: Backing.allCases)
  func `A cancelled choice says so and changes no city`(_ backing: Backing) async throws {
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

extension ServerFault {
  fileprivate func isTold(by error: CitiesError) -> Bool {
    switch self {
    case .offline: error == .offline
    case .timedOut: error == .timedOut
    case .broken(let text): error == .sync(.fetch(.noAnswer(.failed(text))))
    case .status(let status): error == .status(status)
    case .truncated, .body: error.unusableBody != nil
    case .problem, .hostile: false
    }
  }
}
