import Cart
import Foundation
import Networking
import Pricing
import Sandbox
import ShowcaseKit
import Sync

/// The showcase's full-screen program.
///
/// The program sends events to a ``CartScreen``, and performs the commands that the screen returns.
final class CartDemo: Sendable {
  private let terminal: Terminal
  /// The URL of a real server; `nil` if the app uses the sandbox server in this process.
  private let server: URL?
  private let sandbox = CartSandbox(pace: .unhurried)
  private let device: SandboxDevice
  private let store: SandboxStore<CartServerModel>
  private let city: SettledCity

  init(terminal: Terminal, server: URL?, directory: URL) {
    self.terminal = terminal
    self.server = server
    // Each server has its own directory, because a cart exists only at one server.
    let folder = server == nil ? "cart" : "cart-of-server"
    device = SandboxDevice(directory.appending(path: folder, directoryHint: .isDirectory))
    city = SettledCity(Catalog.almaty, gate: device.gate)
    store = SandboxStore(
      directory.appending(path: "cart-sandbox", directoryHint: .isDirectory), reports: device.files)
  }

  /// Shows the app until the user leaves the showcase; if the user kills the app, launches it again.
  func run() async throws {
    if server == nil, let stored = await store.load() { sandbox.change { $0 = stored } }
    var screen = CartScreen(state: CartState.empty, catalog: [])
    try await device.play(on: terminal) { try await launch(&screen, $0) }
    if server == nil { await store.save(sandbox) }
  }

  /// Launches the app, and shows it until the user kills it or leaves the showcase.
  ///
  /// Returns `true` if the app has to be launched again, because the user has killed it.
  private func launch(
    _ screen: inout CartScreen, _ events: EventQueue<CartEvent>
  ) async throws -> Bool {
    let cart = CartFactory.makeCart(
      in: FeatureEnvironment(
        transport: sandbox.stored(in: store).signedIn(or: server), directory: device.launch(),
        city: city))
    return try await device.running(cart.run) {
      "The cart has stopped: \(words(of: $0)). Start the showcase again."
    } during: { group in
      group.addTask { for await state in cart.states() { events.send(.state(state)) } }
      // Changes of a quantity run one after the other. Two concurrent changes would begin with the same
      // quantity.
      let (changes, change) = AsyncStream.makeStream(of: CartCommand.self)
      group.addTask {
        for await command in changes { events.send(.notice(await self.perform(command, cart))) }
      }
      return try await device.show(&screen, events, on: terminal) { screen in
        screen.catalog = Catalog.items(in: here)
        screen.troubles = device.troubles
      } perform: { command, _ in
        if case .change = command {
          change.yield(command)
          return
        }
        group.addTask { events.send(.notice(await self.perform(command, cart))) }
      }
    }
  }

  private var here: RequestContext { city.context ?? Catalog.almaty }

  private func perform(_ command: CartCommand, _ cart: any ShoppingCart) async -> String {
    do {
      switch command {
      case .add(let item): return try await cart.add(item, count: 1).words
      case .change(let line, let step):
        guard let current = cart.state.lines.first(where: { $0.id == line }) else {
          throw CartError.unknownLine(line)
        }
        return try await cart.setQuantity(current.quantity + step, of: line).words
      case .remove(let line): return try await cart.setQuantity(0, of: line).words
      case .accept(let line): return try await cart.acceptPrice(of: line).words
      case .promo(let code, let isWanted):
        return try await cart.setPromo(code, isWanted: isWanted).words
      case .choose(let fulfillment): return try await cart.setFulfillment(fulfillment).words
      case .order:
        return try await cart.placeOrder(for: cart.state.totals?.due ?? Catalog.money(0)).words
      case .decide(let isKept): return try await decide(isKept, cart)
      case .refresh: try await cart.refresh()
      case .dismissAbandoned:
        for abandoned in cart.state.abandoned {
          try await cart.dismissAbandonedCart(abandoned)
        }
      case .changeCity: city.settle(in: here == Catalog.almaty ? Catalog.astana : Catalog.almaty)
      case .device(.loseAnswer) where server != nil, .sandbox where server != nil:
        return DemoMessage.needsSandbox
      case .device(let trouble): return try await device.cause(trouble, at: sandbox)
      case .sandbox(let trouble): return try make(trouble, cart)
      case .leave: break
      }
      return ""
    } catch {
      return DemoMessage.failed(words(of: error))
    }
  }

  private func decide(_ isKept: Bool, _ cart: any ShoppingCart) async throws -> String {
    let failed = cart.state.pending.first { if case .failed = $0.status { true } else { false } }
    guard let failed else { return DemoMessage.nothingRejected }
    if isKept { try await cart.retry(failed.id) } else { try await cart.discard(failed.id) }
    return ""
  }

  private func make(_ trouble: CartTrouble, _ cart: any ShoppingCart) throws -> String {
    switch trouble {
    case .addElsewhere:
      let cola = Catalog.cola(in: here)
      guard let there = sandbox.model.open.first(where: { $0.id == cart.state.id }) else {
        return "The server has no cart yet: add an item first."
      }
      let present = there.lines.first { $0.item.name == cola.name }?.quantity ?? 0
      try sandbox.setElsewhere(present + 1, of: cola, in: cart.state.id)
      return "Another device has added a cola: ^R refreshes the cart."
    case .raisePrices:
      sandbox.change { $0.menu.prices["margherita", default: 0] += 10_000 }
      return "Margherita costs more now: ^R refreshes the cart."
    case .sellOut:
      sandbox.change { $0.menu.soldOut = $0.menu.soldOut.isEmpty ? ["pepperoni"] : [] }
      return sandbox.model.menu.soldOut.isEmpty
        ? "Pepperoni is available again: ^R refreshes the cart."
        : "Pepperoni is sold out: ^R refreshes the cart."
    }
  }
}
