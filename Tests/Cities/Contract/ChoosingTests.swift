import Cities
import CitiesTestSupport
import Commerce
import Networking
import Storage
import Sync
import Testing

struct ChoosingTests {
  private let device = CityDevice()

  @Test func `A choice makes exactly that city current and returns it`() async throws {
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

  @Test func `A failed choice keeps the previous city and is told with its own city's number`()
    async throws
  {
    let catalog = device.launch(in: "ru")
    let moscow = try await catalog.choose(.moscow)
    // The error of an unusable body has a reason of its own.
    let faults: [(ServerFault, CitiesError?)] = [
      (.offline, .offline), (.timedOut, .timedOut),
      (.broken("reset"), .sync(.fetch(.noAnswer(.failed("reset"))))), (.truncated, nil),
      (.garbage, nil), (.problem(404, "unknownCity"), .unknownCity(.almaty)),
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

  @Test func `A failed first choice leaves the list open, and the next choice clears the failure`()
    async throws
  {
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

  @Test func `Every watcher is told the newest state`() async throws {
    let catalog = device.launch(in: "ru")
    var first = catalog.states().makeAsyncIterator()
    var second = catalog.states().makeAsyncIterator()

    for id in [CityID.moscow, .almaty] {
      let city = try await catalog.choose(id)
      #expect(await first.next()?.stage == .ready(city))
    }

    #expect(await second.next() == catalog.state)
    var late = catalog.states().makeAsyncIterator()
    #expect(await late.next() == catalog.state)
  }
}
