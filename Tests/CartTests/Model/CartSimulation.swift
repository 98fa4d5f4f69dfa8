import CartTestSupport
import NetworkingTestSupport
import Sync
import SyncTestSupport

@testable import Cart

/// Plays a world with a cart, one step at a time, and looks for broken promises.
///
/// Of five products the user only adds the first two, and so does another device: in the end there
/// are as many as both added. The next two only this user changes: in the end there are as many as
/// were wished last. The fifth is sold out now and then, and the user decides.
final class CartSimulation: DeviceSimulation {
  /// What the user has done to a line, whatever became of it.
  struct Wish {
    var quantity = 0
    /// Whether a crash was said to lose something of it.
    var isUnsure = false
  }

  static let items: [CartItem] = [
    .margherita, .pepperoni, .cola,
    .sample("margherita", "Margherita with cheese", 2_800, modifiers: [.init("cheese")]),
    .sample("ham", "Ham", 400),
  ]
  static let shared = 0...1
  static let own = 2...3
  static let promos = ["TENTH", "TAKE7", "ALONE", "NONE", "GIFT"]

  let executor: SimulationExecutor
  let clock = VirtualClock()
  let disk: DeviceDisk<CartDisk>
  let network: DeviceNetwork<WatchedCartServer>
  let ledger: Ledger
  let seed: UInt64
  var isOffline = false
  var gate = Gate()
  lazy var city = SettledCity(.almaty, gate: gate)
  lazy var cart = launch()
  var running: Task<Void, Never>?

  /// What was added when nobody knew what is in the cart.
  var isBlind: Set<Int> = []
  /// Whether this life of the app has seen the server's cart.
  var hasFetched = false
  var wishes = [Wish](repeating: Wish(), count: 5)
  var cartID: String?
  /// The lines that only this user changes, in the order in which they were first shown in this cart.
  var lineOrder: [Int] = []
  /// Those of them whose place does not count: removed since, or on a disk that was full.
  var placeless: Set<Int> = []
  /// Carts that were left for a reason that the user knows.
  var leftCarts: Set<String> = []
  /// What was shown when an order was placed, by the cart.
  var shown: [String: [[String: Int]]] = [:]
  /// Whether a crash may have lost the id of the cart, or its order.
  var isCartUnsure = false

  init(_ world: DeviceWorld<CartSimulation>, isTracing: Bool) {
    seed = world.seed
    executor = SimulationExecutor(seed: seed)
    ledger = Ledger(isTracing: isTracing)
    disk = DeviceDisk(CartDisk(), on: executor)
    network = DeviceNetwork(to: WatchedCartServer(), in: world, on: executor, clock, ledger)
  }

  func begin() {
    gate = Gate(closedFor: isOffline ? [.offline] : [])
    city = SettledCity(.almaty, gate: gate)
    hasFetched = false
    cart = launch()
    let cart = cart
    live { do { try await cart.run() } catch {} }
    _ = answer { for await state in cart.states() where state.sync.isLoaded { break } }
  }

  private func launch() -> DefaultShoppingCart {
    let life = disk.restart()
    let ids = SimulatedIDs(life: life.number)
    var environment = FeatureEnvironment(
      transport: network.transport(behind: gate), city: city, clock: clock,
      random: SplitMix64(seed: seed), makeID: { ids.next() })
    environment.makeJournal = { _ in OutboxJournal(life) }
    return DefaultShoppingCart(record: life, in: environment)
  }
}
