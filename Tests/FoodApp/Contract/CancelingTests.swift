import Cart
import Cities
import FoodApp
import FoodAppTestSupport
import Menu
import Networking
import NetworkingTestSupport
import Profile
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Synchronization
import Testing

struct CancelingTests {
  private let device = FoodAppDevice(.memory)

  @Test func `Every call in a canceled task throws`() async throws {
    try await device.runAsGuest { app, user in
      let item = try await app.item()
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await #expect(throws: CitiesError.sync(.cancelled)) { try await app.choose(.moscow) }
        await #expect(throws: CitiesError.sync(.cancelled)) { try await app.setLanguage("ru") }
        await #expect(throws: FeatureFailure.sync(.cancelled)) { try await app.restart(.menu) }
        await #expect(throws: SessionError.cancelled) { try await app.signIn(withCode: "1") }
        await #expect(throws: SessionError.cancelled) { try await app.signOut(keepingData: true) }
        await #expect(throws: CartError.sync(.cancelled)) {
          try await user.cart.add(item, count: 1)
        }
      }
      await task.value
      #expect(app.menu.state.scope?.city == .almaty)
      #expect(app.cities.state.language == .english)
    }
  }

  @Test func `A run in a canceled task changes nothing`() async throws {
    let app = try device.launch()
    try await running(app.run) { await app.until(.cart, .running) }
    let user = try #require(app.state.user)
    let run = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await app.run()
    }
    await run.value
    #expect(app.state.user?.id == user.id)
  }

  @Test func `A choice that is canceled on the way throws, although its city is current`()
    async throws
  {
    let held = StubTransport(over: device.server)
    try await device.run(device.launch(over: held)) { app in
      _ = try await app.currentUser()
      let call = CanceledCall()
      held.interrupt(at: "/v1/cities/\(CityID.moscow)") { call.cancel() }
      await call.expect(CitiesError.sync(.cancelled)) { try await app.choose(.moscow) }
      #expect(app.environment.city.context?.city == .moscow)
    }
  }

  @Test func `A selection of a language that is canceled on the way throws`() async throws {
    let held = StubTransport(over: device.server)
    try await device.run(device.launch(over: held)) { app in
      try await app.choose(.almaty)
      let call = CanceledCall()
      held.interrupt(at: "/v1/cities/\(CityID.almaty)") { call.cancel() }
      await call.expect(CitiesError.sync(.cancelled)) { try await app.setLanguage("ru") }
    }
  }

  @Test func `A sign-in that is canceled once it is stored throws`() async throws {
    let (secrets, call) = (FaultySecrets(), CanceledCall())
    try await device.run(device.launch(secrets: secrets)) { app in
      _ = try await app.currentUser()
      let code = try await device.requestCode(app)
      secrets.onSave { call.cancel() }
      await call.expect(SessionError.cancelled) { try await app.signIn(withCode: code) }
      #expect(app.session.state.account != nil)
    }
  }

  @Test func `A sign-out that is canceled once it is stored throws`() async throws {
    let (secrets, call) = (FaultySecrets(), CanceledCall())
    try await device.run(device.launch(secrets: secrets)) { app in
      try await device.signIn(app)
      secrets.onSave { call.cancel() }
      await call.expect(SessionError.cancelled) { try await app.signOut(keepingData: true) }
      #expect(app.session.state.account == nil)
    }
  }
}

/// A call that is canceled by something that happens during it.
private final class CanceledCall: Sendable {
  private let task = Mutex<Task<Void, any Error>?>(nil)

  func cancel() { task.withLock { $0 }?.cancel() }

  /// Makes a call, and expects the error of a canceled one.
  func expect<Failure: Error & Equatable>(
    _ failure: Failure, _ call: @escaping @Sendable () async throws -> Void
  ) async {
    let running = task.withLock { task in
      let running = Task { try await call() }
      task = running
      return running
    }
    await #expect(throws: failure) { try await running.value }
  }
}
