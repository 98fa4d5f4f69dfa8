import Foundation
import Networking
import NetworkingTestSupport
import ProfileTestSupport
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
  /// The code that was entered last in this process, which the service has forgotten after its use.
  var lastCode: String?
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
    live(app.session, { [app] in do { try await app.run() } catch {} }) { $0.status != .loading }
  }

  private func launch() -> SessionApp {
    life += 1
    lastCode = nil
    // A sign-in sends requests while the gate is closed.
    var environment = environment(
      of: life, in: SettledCity(.almaty, gate: gate), behind: Gate())
    environment.directory = root
    environment.now = { [clock, turned] in
      Date(timeIntervalSince1970: TimeInterval(Self.start))
        .addingTimeInterval(clock.now.sinceStart / .seconds(1) + turned.seconds)
    }
    return SessionApp(environment, SimulatedSecrets(life: disk.restart())) { scope in
      let basket = Self.basket(in: scope.environment.directory)
      if let guest = scope.guest {
        let left = try await Self.basket(in: guest.environment.directory).value() ?? []
        try await basket.update { products in
          // A product that an earlier launch has moved is not moved again.
          products = (products ?? []) + left.filter { products?.contains($0) != true }
        }
        try await guest.finish()
      }
      return AppScope(scope, basket: basket)
    }
  }

  /// Returns the basket in a directory, a file that is written at once.
  static func basket(in directory: StorageDirectory) -> SingleRepository<[String]> {
    SingleRepository(
      .file("basket"), class: .userState, schema: StoredSchema([String].self), in: directory)
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
