import Cart
import CartServerModel
import CartTestSupport
import Networking
import NetworkingTestSupport
import Sync
import SyncTestSupport
import Synchronization

@testable import Cart

/// Plays a world with a cart, one step at a time, and looks for broken promises.
///
/// Of five products the user only adds the first two, and so does another device: in the end there
/// are as many as both added. The next two only this user changes: in the end there are as many as
/// were wished last. The fifth is sold out now and then, and the user decides.
final class CartSimulation: DeviceSimulation {
  struct Outcome {
    let violation: String?
    let trace: [String]
    let requests: Int
  }

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
  let disk: SimulatedCartDisk
  let network: SimulatedCartNetwork
  let ledger: Ledger
  let seed: UInt64
  var gate = Gate()
  var cart: DefaultShoppingCart
  var running: Task<Void, Never>?
  let ids = Mutex(0)

  var obstacles: Set<Gate.Reason> = []
  /// What was added when nobody knew what is in the cart.
  var isBlind: Set<Int> = []
  var wishes = [Wish](repeating: Wish(), count: 5)
  var cartID: String?
  /// Carts that were left for a reason that the user knows.
  var leftCarts: Set<String> = []
  /// What was shown when an order was placed, by the cart.
  var shown: [String: [[String: Int]]] = [:]
  /// Whether a crash may have lost the id of the cart, or its order.
  var isCartUnsure = false

  static func play(_ seed: UInt64, isTracing: Bool = false) -> Outcome {
    let (steps, faultRate) = CartStep.world(seed: seed)
    return play(steps, faultRate, seed: seed, isTracing: isTracing)
  }

  static func play(
    _ steps: [CartStep], _ faultRate: Int, seed: UInt64, isTracing: Bool = false
  ) -> Outcome {
    let simulation = CartSimulation(seed, faultRate, isTracing)
    simulation.begin()
    simulation.play(steps)
    return Outcome(
      violation: simulation.ledger.violation, trace: simulation.ledger.trace,
      requests: simulation.network.state.withLock { $0.requests })
  }

  private init(_ seed: UInt64, _ faultRate: Int, _ isTracing: Bool) {
    self.seed = seed
    executor = SimulationExecutor(seed: seed)
    ledger = Ledger(isTracing: isTracing)
    disk = SimulatedCartDisk(on: executor)
    network = SimulatedCartNetwork(
      seed: seed, faultRate: faultRate, on: executor, clock, ledger)
    let (journal, shelf) = disk.restart()
    cart = Self.makeCart(network, gate, journal, shelf, clock, seed: seed) { "" }
  }

  private static func makeCart(
    _ network: SimulatedCartNetwork, _ gate: Gate, _ journal: OutboxJournal,
    _ shelf: any CartShelf, _ clock: VirtualClock, seed: UInt64,
    makeID: @escaping @Sendable () -> String
  ) -> DefaultShoppingCart {
    func make(_ shelf: some CartShelf) -> DefaultShoppingCart {
      DefaultShoppingCart(
        server: CartServer(transport: network.transport(behind: gate)), kept: shelf,
        journal: journal, gate: gate, clock: clock, random: SplitMix64(seed: seed),
        makeID: makeID)
    }
    return make(shelf)
  }

  // MARK: The life of the app

  func begin(in context: RequestContext = .almaty) {
    gate = Gate(closedFor: obstacles)
    let isShut = !obstacles.isEmpty
    network.state.withLock { $0.isShut = isShut }
    let (journal, shelf) = disk.restart()
    let network = network
    let ids = SimulatedIDs(life: network.state.withLock { $0.life } + 1)
    cart = Self.makeCart(network, gate, journal, shelf, clock, seed: seed) { ids.next() }
    let cart = cart
    running = Task(executorPreference: executor) {
      do { try await cart.run() } catch {}
    }
    _ = answer { do { try await cart.enter(context) } catch {} }
  }

  func kill() {
    running?.cancel()
    running = nil
  }

  func cameToRest() {
    let isShut = !gate.isOpen
    network.state.withLock { $0.isShut = isShut }
  }
}
