import Foundation
import Networking
import NetworkingTestSupport
import Sandbox
import Storage
import Sync
import SyncTestSupport
import Synchronization

@testable import Profile

/// Simulates a device with two accounts and a guest step by step, and checks the module's guarantees.
final class SessionSimulation: DeviceSimulation {
  var device: SimulatedDevice<SessionServer>
  /// The store of the tokens.
  let disk: DeviceDisk<Data?>
  /// The error of the device's clock, in seconds.
  let turned = ClockError()
  var root = StorageDirectory.inMemory()
  var life = 0
  lazy var app = launch()

  /// The account that is signed in or expired.
  var account: String?
  /// The accounts whose current session the service has ended.
  var revoked: Set<String> = []
  /// The person whose code was requested last.
  var person = 0
  /// The most recent name that the user chose for each account, which has to arrive.
  var owed: [String: String] = [:]
  /// The account of each added product; empty for a guest.
  var products: [String: String] = [:]
  /// The unsent names of erased accounts, which may still be in flight.
  var doubted: Set<String> = []
  /// The products that erased accounts may have had.
  var erased: Set<String> = []
  var number = 0

  static let start = 1_700_000_000

  init(_ world: DeviceWorld<SessionSimulation>, isTracing: Bool) {
    device = SimulatedDevice(in: world, isTracing: isTracing) { clock in
      SessionServer(time: { Self.start + Int(clock.now.sinceStart / .seconds(1)) })
    }
    disk = DeviceDisk(nil, on: device.executor)
  }

  func begin() {
    root = root.reopened()
    renewGate()
    app = launch()
    live(app.session, app.run) { $0.status != .loading }
  }

  private func launch() -> SimulatedApp {
    life += 1
    // A sign-in sends requests while the gate is closed.
    var environment = environment(
      of: life, in: SettledCity(.almaty, gate: gate), behind: Gate())
    environment.directory = root
    environment.now = { [clock, turned] in
      Date(timeIntervalSince1970: TimeInterval(Self.start))
        .addingTimeInterval(clock.now.sinceStart / .seconds(1) + turned.seconds)
    }
    return SimulatedApp(
      LiveUserSession(in: environment, secrets: SimulatedSecrets(life: disk.restart())))
  }
}

/// The error of a device's clock, in seconds.
final class ClockError: Sendable {
  private let error = Mutex(TimeInterval(0))

  var seconds: TimeInterval {
    get { error.withLock { $0 } }
    set { error.withLock { $0 = newValue } }
  }
}

/// The store of the tokens in a simulated world: slow, sometimes full, and lost in a kill.
private struct SimulatedSecrets: SecretStore {
  let life: DeviceDisk<Data?>.Life

  func load() async throws(SecretError) -> Data? { await life.read() }

  func save(_ secret: Data?) async throws(SecretError) {
    let status = await life.write { $0 = secret }
    if status != .written { throw .notWritten("full") }
  }
}

/// An app with a profile, and with a basket in a separate file.
final class SimulatedApp: Sendable {
  struct Live: Sendable {
    let account: String?
    let environment: FeatureEnvironment
    let profile: LiveProfileEditor
    let basket: SingleRepository<Basket>
  }

  struct Basket: Codable, Sendable, Equatable {
    var products: [String] = []
  }

  let session: LiveUserSession
  private let current = Mutex<Live?>(nil)
  private let code = Mutex<String?>(nil)

  /// The code that was entered last, which the service has forgotten after its use.
  var lastCode: String? { code.withLock { $0 } }

  init(_ session: LiveUserSession) { self.session = session }

  var live: Live? { current.withLock { $0 } }

  func setLastCode(_ text: String) { code.withLock { $0 = text } }

  func run() async {
    do {
      try await session.run { [self] scope in try await run(scope) }
    } catch {}
  }

  private func run(_ scope: SessionScope) async throws {
    let basket = Self.basket(in: scope.environment.directory)
    if let guest = scope.guest {
      let left = try await Self.basket(in: guest.environment.directory).value()?.products ?? []
      try await basket.update { basket in
        // A product that an earlier launch has moved is not moved again.
        let products = basket?.products ?? []
        basket = Basket(products: products + left.filter { !products.contains($0) })
      }
      try await guest.finish()
    }
    let live = Live(
      account: scope.account?.rawValue, environment: scope.environment,
      profile: LiveProfileEditor(in: scope.environment), basket: basket)
    current.withLock { $0 = live }
    defer { current.withLock { $0 = nil } }
    if scope.account == nil {
      for await _ in AsyncStream.makeStream(of: Void.self).stream {}
    } else {
      try await live.profile.run()
    }
  }

  static func basket(in directory: StorageDirectory) -> SingleRepository<Basket> {
    SingleRepository(
      .file("basket"), class: .userState, schema: StoredSchema(Basket.self), in: directory)
  }
}
