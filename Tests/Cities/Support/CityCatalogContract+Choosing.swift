import Cities
import Foundation
import Networking
import Storage
import Sync
import Testing

extension CityCatalogContract {
  func chosen(_ device: some CityDevice) async throws {
    let catalog = device.launch(in: "ru")
    await catalog.start(with: nil)

    for id in [CityID.moscow, .almaty, .satpayev] {
      let city = try await catalog.choose(id)

      #expect(city.id == id)
      #expect(catalog.state.stage == .ready(city))
      #expect(catalog.state.currentCity == city)
      #expect(catalog.state.choice == nil)
      #expect(catalog.state.write == .written)
    }
  }

  func beforeStartChosen(_ device: some CityDevice) async throws {
    let catalog = device.launch(in: "ru")

    let city = try await catalog.choose(.moscow)
    await catalog.start(with: nil)

    #expect(catalog.state.stage == .ready(city))
  }

  func failed(_ device: some CityDevice) async throws {
    let catalog = device.launch(in: "ru")
    let moscow = try await catalog.choose(.moscow)
    let faults: [ServerFault] = [
      .offline, .timedOut, .broken("reset"), .status(503), .truncated, .garbage,
    ]

    for fault in faults {
      device.server.fault = fault
      let error = await catalog.outcome(of: .almaty).error

      #expect(error.map { fault.isTold(by: $0) } == true, "\(fault): \(String(describing: error))")
      #expect(catalog.state.stage == .ready(moscow))
      #expect(catalog.state.failure?.city == .almaty)
      #expect(catalog.state.failure?.error == error)
    }
  }

  func failedFirst(_ device: some CityDevice) async {
    device.server.fault = .offline
    let catalog = device.launch(in: "ru")
    await catalog.start(with: nil)

    let outcome = await catalog.outcome(of: .moscow)

    #expect(outcome.error == .offline)
    #expect(catalog.state.stage == .choosing(.firstLaunch))
    #expect(catalog.state.failure?.city == .moscow)
  }

  func retried(_ device: some CityDevice) async throws {
    let catalog = device.launch(in: "ru")
    try await catalog.choose(.moscow)
    device.server.fault = .status(503)
    _ = await catalog.outcome(of: .almaty)

    device.server.fault = nil
    try await catalog.choose(.almaty)

    #expect(catalog.state.currentCity?.id == .almaty)
    #expect(catalog.state.choice == nil)
  }

  func unknown(_ device: some CityDevice) async throws {
    let catalog = device.launch(in: "ru")
    let moscow = try await catalog.choose(.moscow)

    await #expect(throws: CitiesError.unknownCity(.nowhere)) {
      try await catalog.choose(.nowhere)
    }

    #expect(catalog.state.stage == .ready(moscow))
    #expect(catalog.state.failure?.error == .unknownCity(.nowhere))
  }

  func otherCity(_ device: some CityDevice) async throws {
    let catalog = device.launch(in: "ru")
    let moscow = try await catalog.choose(.moscow)
    device.server.serve(SampleCity.belgrade.details(in: "ru"), for: .almaty)

    let error = await catalog.outcome(of: .almaty).error

    #expect(error?.unusableBody != nil, "\(String(describing: error))")
    #expect(catalog.state.stage == .ready(moscow))
  }

  func cancelled(_ device: some CityDevice) async throws {
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
