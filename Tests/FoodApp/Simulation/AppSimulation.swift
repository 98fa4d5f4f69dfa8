import Addresses
import Cart
import Cities
import Commerce
import FoodApp
import Foundation
import Orders
import Profile
import Sandbox
import Storage
import Sync
import SyncTestSupport

/// Simulates the whole app on one device with two people and a guest, and checks its guarantees.
final class AppSimulation: DeviceSimulation {
  /// A unit in the cart, as a separate line whose id identifies it in all carts and orders.
  struct Tap {
    /// The account whose cart contains it; empty for a guest.
    var home: String
    let city: CityID
    /// Whether it may be missing, because the user removed it, or the data that contained it.
    var isDoubted = false
    /// Whether a guest has tapped it.
    let isGuests: Bool
  }

  /// The final content of a cart.
  struct Shown {
    var lines: [String: Int] = [:]
    var others: Set<String> = []
  }

  var device: SimulatedDevice<AppServer>
  /// The disk; `nil` in a world in memory.
  let disk: AppDisk?
  var root: StorageDirectory
  var life = 0
  lazy var app = launch()

  static let start = 1_795_503_600
  static let cities: [CityID] = [1_526_384, 1_526_273]
  static let products = ["pizza", "tea"]

  /// The account that is signed in or expired; empty for a guest.
  var account = ""
  /// The person whose code was requested last.
  var person = 0
  var taps: [String: Tap] = [:]
  var number = 0
  /// The number of orders that the user has tapped, by account.
  var ordered: [String: Int] = [:]
  /// The labels of the addresses that were added, by account.
  var addresses: [String: Set<String>] = [:]
  /// The final contents of the carts, by account.
  var kept: [String: Shown] = [:]
  /// The taps that a kill would lose, as reported by the results of their calls.
  var unwritten: Set<String> = []
  /// Whether a kill may undo the last sign-in or sign-out, because the disk failed.
  var isSessionUnsure = false

  init(_ world: DeviceWorld<AppSimulation>, isTracing: Bool) {
    device = SimulatedDevice(in: world, isTracing: isTracing) { clock in
      AppServer(time: { Self.start + Int(clock.now.sinceStart / .seconds(1)) })
    }
    // Files take time: a quarter of the worlds is in memory.
    let network = device.network
    disk = world.seed % 4 < 3 ? AppDisk(onDeath: { network.cutOff() }) : nil
    root = disk?.launch() ?? .inMemory()
  }

  func begin() {
    root.close()
    root = disk?.launch() ?? root.reopened()
    renewGate()
    app = launch()
    live(app, app.run) { $0.user != nil }
    guard let user = app.state.user else { return }
    let owner = user.account?.rawValue ?? ""
    if isSessionUnsure, owner != account {
      if owner.isEmpty { account = "" } else { signedIn(owner) }
    }
    isSessionUnsure = false
    ledger.expect(owner == account, "\(owner) uses the app instead of \(account)")
  }

  private func launch() -> FoodApp {
    life += 1
    // A sign-in and a choice send requests while the gate is closed.
    var environment = environment(of: life, in: SettledCity(gate: gate), behind: Gate())
    environment.directory = root
    environment.now = { [clock] in
      Date(timeIntervalSince1970: TimeInterval(Self.start))
        .addingTimeInterval(clock.now.sinceStart / .seconds(1))
    }
    do {
      return try FoodApp(
        in: environment, secrets: FileSecrets(in: environment.directory), templates: Self.templates)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private static let templates: AddressTemplates? = {
    do throws(AddressError) { return try .bundled() } catch { return nil }
  }()
}
