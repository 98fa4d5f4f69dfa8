import CitiesTestSupport
import Foundation
import Networking
import Sandbox
import Sync
import SyncTestSupport
import Synchronization
import Testing

@testable import Cities

struct ListRetryTests {
  private let clock = InstantClock()
  private let gate = Gate()

  /// Server that answers some requests with 503 before it answers with the list.
  private final class BusyServer: Transport {
    let requests = Mutex<[Duration]>([])
    let failures: Int
    let retryAfter: Duration?
    let clock: InstantClock
    private let server = CityServerDouble()

    init(_ failures: Int, retryAfter: Duration? = nil, _ clock: InstantClock) {
      (self.failures, self.retryAfter, self.clock) = (failures, retryAfter, clock)
    }

    func send(
      _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> HTTPResponse {
      let count = requests.withLock { requests in
        requests.append(clock.now.sinceStart)
        return requests.count
      }
      if count <= failures {
        return HTTPResponse(status: 503, body: Data(), retryAfter: retryAfter)
      }
      return try await server.send(request, progress: progress)
    }

    /// Delays between the requests.
    var delays: [Duration] {
      let times = requests.withLock { $0 }
      return zip(times.dropFirst(), times).map { $0 - $1 }
    }
  }

  private func catalog(_ server: BusyServer, on clock: (any Clock<Duration>)? = nil)
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
    let server = BusyServer(9, clock)
    let catalog = catalog(server)

    await catalog.refreshListWithRetries()

    #expect(catalog.state.listFetch == .idle)
    #expect(catalog.state.list?.revision == 2)
    let limits = [1, 2, 4, 8, 16, 32, 60, 60, 60].map { Duration.seconds($0) }
    #expect(server.delays.count == limits.count)
    for (delay, limit) in zip(server.delays, limits) { #expect(delay <= limit) }
    #expect((server.delays.max() ?? .zero) > .seconds(16))
  }

  @Test func `Without a network no request is sent, and the list is fetched when it is back`()
    async throws
  {
    gate.close(for: .offline)
    let server = BusyServer(0, clock)
    let catalog = catalog(server)
    let retries = Task { await catalog.refreshListWithRetries() }

    let waiting = await catalog.when { $0.listFetch == .closed([.offline]) }
    #expect(waiting.list?.cities == [])
    #expect(server.requests.withLock { $0.isEmpty })

    gate.open(for: .offline)
    await retries.value
    #expect(catalog.state.list?.cities.isEmpty == false)
    #expect(catalog.state.listFetch == .idle)
  }

  @Test func `The state has the failure until the list is fetched, by this call or another one`()
    async throws
  {
    let server = BusyServer(1, retryAfter: .seconds(300), clock)
    let catalog = catalog(server, on: PausedClock())
    let retries = Task { await catalog.refreshListWithRetries() }
    await catalog.when { $0.listFetch == .failed(.status(503)) }

    try await catalog.refreshList()

    await retries.value
    #expect(catalog.state.listFetch == .idle)
  }

  @Test func `The repetition ends when it is canceled, and another picker goes on`() async throws {
    let server = BusyServer(40, clock)
    let catalog = catalog(server)
    let first = Task { await catalog.refreshListWithRetries() }
    await catalog.when { if case .failed = $0.listFetch { true } else { false } }
    let second = Task { await catalog.refreshListWithRetries() }

    first.cancel()
    await first.value
    await second.value

    #expect(catalog.state.listFetch == .idle)
  }
}
