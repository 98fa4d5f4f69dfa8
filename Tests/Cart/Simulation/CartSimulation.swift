import CartTestSupport
import Commerce
import Networking
import NetworkingTestSupport
import Sync
import SyncTestSupport

@testable import Cart

/// Simulates a world with a cart step by step, and checks the rules.
///
/// The user and another device only add units of the first two of five products: in the end the cart
/// has the sum. Only this user changes the next two: in the end the last quantity
/// counts. The fifth is sold out at times, and the user decides.
final class CartSimulation: DeviceSimulation {
  /// The state of a line that the user expects.
  struct Wish {
    var quantity = 0
    /// Whether a call has said that a crash may lose a change.
    var isUnsure = false
  }

  static let items: [CartItem] = [
    .margherita, .pepperoni, .cola,
    .sample("margherita", "Margherita with cheese", 2_800, modifiers: [.init("cheese")]),
    .sample("ham", "Ham", 400),
  ]
  /// The cities that the user visits.
  static let places: [RequestContext] = [.belgrade, .tbilisi, .astana]
  static let shared = 0...1
  static let own = 2...3
  static let promos = ["TENTH", "TAKE7", "ALONE", "NONE", "GIFT"]

  var device: SimulatedDevice<WatchedCartServer>
  let disk: DeviceDisk<CartDisk>
  lazy var city = SettledCity(.almaty, gate: gate)
  lazy var cart = launch()

  /// The products that were added while this process did not know the server's cart.
  var isBlind: Set<Int> = []
  /// Whether this process has fetched the cart.
  var hasFetched = false
  var edits = [Wish](repeating: Wish(), count: 5)
  var cartID: String?
  /// The lines that only this user changes, in the order of their first display.
  var lineOrder: [Int] = []
  /// The lines whose order is undefined: removed, or added on a full disk or before a crash.
  var placeless: Set<Int> = []
  /// The carts that may disappear: ended for a displayed reason, or by another device.
  var leftCarts: Set<String> = []
  /// The displayed lines at the attempts to order each cart, by cart id.
  var shown: [String: [[String: Int]]] = [:]
  /// The orders that the app has passed on, by the server's order number.
  var passedOn: [String: PlacedOrder] = [:]
  /// The orders that were taken back before they were sent.
  var takenBack: Set<String> = []
  /// The number of items that were added in each of ``places``.
  var visits = [0, 0, 0]
  /// Whether a crash may have lost the cart's id or its order.
  var isCartUnsure = false

  init(_ world: DeviceWorld<CartSimulation>, isTracing: Bool) {
    device = SimulatedDevice(in: world, isTracing: isTracing) { _ in WatchedCartServer() }
    disk = DeviceDisk(CartDisk(), on: device.executor)
  }

  func begin() {
    renewGate()
    city = SettledCity(.almaty, gate: gate)
    hasFetched = false
    cart = launch()
    live(cart, cart.run) { $0.sync.isLoaded }
  }

  private func launch() -> LiveShoppingCart {
    let life = disk.restart()
    var environment = environment(of: life.number, in: city)
    environment.makeJournal = { _ in life }
    return LiveShoppingCart(base: life, in: environment)
  }
}
