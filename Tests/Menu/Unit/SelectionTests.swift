import Foundation
import Menu
import MenuTestSupport
import StorageTestSupport
import Networking
import Sync
import SyncTestSupport
import Synchronization
import Testing

@Suite("Selections of a city")
struct SelectionTests {
  @Test func `a city that is abandoned during its selection ends no refresh in the chosen city`()
    async throws
  {
    let device = MenuDevice(.memory)
    let user = IndecisiveUser(device)
    var environment = device.environment()
    environment.transport = user
    environment.now = { user.now() }
    let catalog = MenuFactory.makeCatalog(in: environment, fulfillment: .delivery)
    for city in [RequestContext.otherCity, .sampleCity] {
      device.city.settle(in: city)
      try await catalog.refresh()
    }

    user.leave(catalog)
    try await catalog.refreshUnavailable()

    #expect(user.hasReturned)
    #expect(catalog.state.scope?.city == RequestContext.sampleCity.city)
  }

  @Test func `a refresh of the unavailable items fetches no stale menu for a consumer`() {
    let device = MenuDevice(.memory)
    let executor = SimulationExecutor(seed: 1)
    let catalog = device.launch(.delivery, in: .sampleCity)
    let tasks = Self.start(catalog, on: executor)
    #expect(device.server.requests.map(\.path).sorted() == ["/v1/menu", "/v1/menu/stops"])

    device.time.turn(by: 601)
    Task(executorPreference: executor) { try await catalog.refreshUnavailable() }
    while executor.step() {}
    #expect(device.server.requests.dropFirst(2).map(\.path) == ["/v1/menu/stops"])

    for task in tasks { task.cancel() }
    while executor.step() {}
  }

  @Test(arguments: UInt64(1)...16)
  func `a consumer that begins without a city causes no failure in the next city`(_ seed: UInt64) {
    let device = MenuDevice(.memory)
    device.city.settle(in: .sampleCity)
    var environment = device.environment()
    environment.gate = Gate()
    let executor = SimulationExecutor(seed: seed)
    let catalog = MenuFactory.makeCatalog(in: environment, fulfillment: .delivery)
    var tasks = Self.start(catalog, on: executor)
    device.time.turn(by: 601)
    device.city.settle(in: nil)
    while executor.step() {}
    tasks += [Task(executorPreference: executor) { for await _ in catalog.states() {} }]
    while executor.step() {}
    #expect(device.server.requests.count == 2)

    device.city.settle(in: .sampleCity)
    while executor.step() {
      #expect(catalog.state.fetch != .failed(.noAnswer(.cancelled)))
    }
    #expect(catalog.state.isFresh && catalog.state.fetch == .idle)
    #expect(device.server.requests.count == 4)

    for task in tasks { task.cancel() }
    while executor.step() {}
  }

  @Test(arguments: UInt64(1)...16)
  func `a consumer that begins while the city is withdrawn for a moment gets fresh data`(
    _ seed: UInt64
  ) {
    for steps in 0..<12 {
      let device = MenuDevice(.memory)
      let executor = SimulationExecutor(seed: seed)
      let catalog = device.launch(.delivery, in: .sampleCity)
      var tasks = Self.start(catalog, on: executor)
      device.time.turn(by: 601)
      device.city.settle(in: nil)
      tasks += [Task(executorPreference: executor) { for await _ in catalog.states() {} }]
      for _ in 0..<steps { _ = executor.step() }
      device.city.settle(in: .sampleCity)
      while executor.step() {}
      #expect(catalog.state.isFresh && catalog.state.fetch == .idle, "after \(steps) steps")

      for task in tasks { task.cancel() }
      while executor.step() {}
    }
  }

  @Test(arguments: UInt64(1)...64)
  func `a catalog that runs again sends no request for a consumer of its first run`(
    _ seed: UInt64
  ) {
    let device = MenuDevice(.memory)
    let executor = SimulationExecutor(seed: seed)
    let catalog = device.launch(.delivery, in: .sampleCity)
    for task in Self.start(catalog, on: executor) { task.cancel() }
    while executor.step() {}
    #expect(device.server.requests.count == 2)

    device.city.settle(in: .otherCity)
    let second = Task(executorPreference: executor) {
      await catalog.selectCity()
      await catalog.run()
    }
    while executor.step() {}
    #expect(device.server.requests.count == 2)

    second.cancel()
    while executor.step() {}
  }

  /// Runs a catalog with one consumer of its states until nothing is left to do.
  private static func start(
    _ catalog: any MenuCatalog, on executor: SimulationExecutor
  ) -> [Task<Void, Never>] {
    let tasks = [
      Task(executorPreference: executor) { await catalog.run() },
      Task(executorPreference: executor) { for await _ in catalog.states() {} },
    ]
    while executor.step() {}
    return tasks
  }
}

/// A user who chooses another city during a request, and the first city again during the selection.
private final class IndecisiveUser: Transport {
  private enum Step {
    case staying, leaving(any MenuCatalog), selecting, returned
  }

  private let device: MenuDevice
  private let step = Mutex(Step.staying)

  init(_ device: MenuDevice) { self.device = device }

  /// Whether the user has chosen the first city again.
  var hasReturned: Bool { step.withLock { if case .returned = $0 { true } else { false } } }

  /// Makes the user choose another city during the next request.
  func leave(_ catalog: any MenuCatalog) { step.withLock { $0 = .leaving(catalog) } }

  /// Returns the time of the device; the user returns when a source that selects a city reads it.
  func now() -> Date {
    let returns = step.withLock { step in
      guard case .selecting = step else { return false }
      step = .returned
      return true
    }
    if returns { device.city.settle(in: .sampleCity) }
    return device.time.now
  }

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    let catalog = step.withLock { step -> (any MenuCatalog)? in
      guard case .leaving(let catalog) = step else { return nil }
      step = .selecting
      return catalog
    }
    if let catalog {
      device.city.settle(in: .otherCity)
      await catalog.selectCity()
    }
    return try await device.server.send(request, progress: progress)
  }
}
