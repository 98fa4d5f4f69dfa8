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

  private func catalog(_ server: BusyServer) -> any CityCatalog {
    CitiesFactory.makeCatalog(
      in: FeatureEnvironment(
        transport: server, city: SettledCity(gate: gate), clock: clock, random: SplitMix64(seed: 3)),
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

  @Test func `The list is not fetched before the time that the server demands`() async {
    let server = BusyServer(3, retryAfter: .seconds(300), clock)

    await catalog(server).refreshListWithRetries()

    #expect(server.delays == Array(repeating: .seconds(300), count: 3))
  }

  @Test func `The state has the failure during a pause, and no request is sent while offline`()
    async throws
  {
    gate.close(for: .offline)
    let server = BusyServer(1, clock)
    let catalog = catalog(server)
    let retries = Task { await catalog.refreshListWithRetries() }

    let failed = await catalog.when { $0.listFetch != .idle && $0.listFetch != .fetching }
    #expect(failed.listFetch == .failed(.status(503)))
    #expect(failed.list?.cities == [])
    for _ in 0..<100 { await Task.yield() }
    #expect(server.requests.withLock { $0.count } == 1)

    gate.open(for: .offline)
    await retries.value
    #expect(catalog.state.list?.cities.isEmpty == false)
  }

  @Test func `The repetition ends when another call has fetched the list, and when it is canceled`()
    async throws
  {
    gate.close(for: .offline)
    let server = BusyServer(1, clock)
    let catalog = catalog(server)
    let (first, second) = (
      Task { await catalog.refreshListWithRetries() },
      BusyServer(.max, clock)
    )
    _ = await catalog.when { if case .failed = $0.listFetch { true } else { false } }
    try await catalog.refreshList()
    gate.open(for: .offline)
    await first.value
    #expect(server.requests.withLock { $0.count } == 2)

    let broken = self.catalog(second)
    let endless = Task { await broken.refreshListWithRetries() }
    _ = await broken.when { if case .failed = $0.listFetch { true } else { false } }
    endless.cancel()
    await endless.value
  }
}
