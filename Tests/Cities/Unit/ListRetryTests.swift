import CitiesTestSupport
import Foundation
import Networking
import NetworkingTestSupport
import Sandbox
import Sync
import SyncTestSupport
import Testing

@testable import Cities

struct ListRetryTests {
  private let clock = InstantClock()
  private let gate = Gate()

  /// Times of the requests.
  private let requests = Log<Duration>()

  /// Returns a server that answers some requests with 503 before it answers with the list.
  private func server(_ failures: Int, retryAfter: Duration? = nil) -> StubTransport {
    let server = CityServerDouble()
    return StubTransport { [requests, clock] request throws(TransportError) in
      guard requests.add(clock.now.sinceStart) > failures else {
        return HTTPResponse(status: 503, body: Data(), retryAfter: retryAfter)
      }
      return try await server.send(request)
    }
  }

  private func catalog(_ server: StubTransport, on clock: (any Clock<Duration>)? = nil)
    -> any CityCatalog
  {
    FeatureEnvironment(
      transport: server, city: SettledCity(gate: gate), clock: clock ?? self.clock,
      random: SplitMix64(seed: 3)
    ).makeCityCatalog(
      language: "ru")
  }

  @Test func `A failed fetch of the list is repeated with growing delays until it succeeds`()
    async throws
  {
    let catalog = catalog(server(9))

    await catalog.refreshListWithRetries()

    #expect(catalog.state.listFetch == .idle)
    #expect(catalog.state.list?.revision == 2)
    let limits = [1, 2, 4, 8, 16, 32, 60, 60, 60].map { Duration.seconds($0) }
    let times = requests.all
    let delays = zip(times.dropFirst(), times).map { $0 - $1 }
    #expect(delays.count == limits.count)
    for (delay, limit) in zip(delays, limits) { #expect(delay <= limit) }
    #expect((delays.max() ?? .zero) > .seconds(16))
  }

  @Test func `Without a network no request is sent, and the list is fetched when it is back`()
    async throws
  {
    gate.close(for: .offline)
    let catalog = catalog(server(0))
    let retries = Task { await catalog.refreshListWithRetries() }

    let waiting = await catalog.when { $0.listFetch == .closed([.offline]) }
    #expect(waiting.list?.cities == [])
    #expect(requests.all.isEmpty)

    gate.open(for: .offline)
    await retries.value
    #expect(catalog.state.list?.cities.isEmpty == false)
    #expect(catalog.state.listFetch == .idle)
  }

  @Test func `The state has the failure until the list is fetched, by this call or another one`()
    async throws
  {
    let catalog = catalog(server(1, retryAfter: .seconds(300)), on: PausedClock())
    let retries = Task { await catalog.refreshListWithRetries() }
    await catalog.when { $0.listFetch == .failed(.status(503)) }

    try await catalog.refreshList()

    await retries.value
    #expect(catalog.state.listFetch == .idle)
  }

  @Test func `The repetition ends when it is canceled, and another picker goes on`() async throws {
    let catalog = catalog(server(40))
    let first = Task { await catalog.refreshListWithRetries() }
    await catalog.when { if case .failed = $0.listFetch { true } else { false } }
    let second = Task { await catalog.refreshListWithRetries() }

    first.cancel()
    await first.value
    await second.value

    #expect(catalog.state.listFetch == .idle)
  }
}
