import Commerce
import Menu
import MenuTestSupport
import Networking
import NetworkingTestSupport
import StorageTestSupport
import Sync
import SyncTestSupport
import Synchronization
import Testing

struct SelectionTests {
  @Test func `A city that is abandoned during its selection ends no refresh in the chosen city`()
    async throws
  {
    let device = MenuDevice(.memory)
    let leaving = Mutex<(any MenuCatalog)?>(nil)
    let isReturning = Mutex(false)
    var environment = device.environment()
    environment.transport = StubTransport { request throws(TransportError) in
      if let catalog = leaving.withLock({ $0.take() }) {
        device.city.settle(in: .otherCity)
        isReturning.withLock { $0 = true }
        await catalog.load()
      }
      return try await device.server.send(request)
    }
    // A source that selects a city reads the time.
    environment.now = {
      if isReturning.withLock({ isReturning in
        defer { isReturning = false }
        return isReturning
      }) {
        device.city.settle(in: .sampleCity)
      }
      return device.time.now
    }
    let catalog = environment.makeMenuCatalog(fulfillment: .delivery)
    for city in [RequestContext.otherCity, .sampleCity] {
      device.city.settle(in: city)
      try await catalog.refresh()
    }

    leaving.withLock { $0 = catalog }
    try await catalog.refreshUnavailable()

    #expect(device.city.context == .sampleCity)
    #expect(catalog.state.scope?.city == RequestContext.sampleCity.city)
  }

  @Test func `A refresh of the unavailable items fetches no stale menu for a consumer`() {
    let device = MenuDevice(.memory)
    let executor = SimulationExecutor(seed: 1)
    let catalog = device.launch(.delivery, in: .sampleCity)
    let tasks = Self.start(catalog, on: executor)
    #expect(device.server.requests.map(\.path).sorted() == ["/v1/menu", "/v1/menu/stops"])

    device.time.turn(by: 601)
    Task(executorPreference: executor) { try await catalog.refreshUnavailable() }
    while executor.step() {}
    #expect(device.server.requests.dropFirst(2).map(\.path) == ["/v1/menu/stops"])

    Self.end(tasks, on: executor)
  }

  @Test(arguments: UInt64(1)...16)
  func `A consumer that begins without a city causes no failure in the next city`(_ seed: UInt64) {
    let device = MenuDevice(.memory)
    device.city.settle(in: .sampleCity)
    var environment = device.environment()
    environment.gate = Gate()
    let executor = SimulationExecutor(seed: seed)
    let catalog = environment.makeMenuCatalog(fulfillment: .delivery)
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

    Self.end(tasks, on: executor)
  }

  @Test(arguments: UInt64(1)...4)
  func `A consumer that begins while the city is withdrawn for a moment gets fresh data`(
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

      Self.end(tasks, on: executor)
    }
  }

  @Test(arguments: UInt64(1)...16)
  func `A catalog that runs again sends no request for a consumer of its first run`(
    _ seed: UInt64
  ) {
    let device = MenuDevice(.memory)
    let executor = SimulationExecutor(seed: seed)
    let catalog = device.launch(.delivery, in: .sampleCity)
    Self.end(Self.start(catalog, on: executor), on: executor)
    #expect(device.server.requests.count == 2)

    device.city.settle(in: .otherCity)
    let second = Task(executorPreference: executor) {
      await catalog.load()
      await catalog.run()
    }
    while executor.step() {}
    #expect(device.server.requests.count == 2)

    Self.end([second], on: executor)
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

  private static func end(_ tasks: [Task<Void, Never>], on executor: SimulationExecutor) {
    for task in tasks { task.cancel() }
    while executor.step() {}
  }
}
