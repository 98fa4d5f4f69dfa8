import Cart
import CartServerModel
import Foundation
import Networking
import Pricing
import ShowcaseKit
import Storage
import Sync
import Synchronization

/// The full-screen form: feeds keys and news to the screen, and does what it asks for.
final class CartTable: Sendable {
  private let terminal: Terminal
  private let folder: URL
  /// The real server that is asked instead of the sandbox.
  private let server: URL?
  private let sandbox = CartSandbox()
  private let gate = Gate()
  private let disk: Mutex<FullDisk>
  private let city = Mutex(Catalog.almaty)

  init(terminal: Terminal, server: URL?, directory: URL) throws {
    self.terminal = terminal
    self.server = server
    folder = directory.appending(path: "cart", directoryHint: .isDirectory)
    // The sandbox forgets its carts with the process, and so does this app.
    if server == nil, FileManager.default.fileExists(atPath: folder.path()) {
      try FileManager.default.removeItem(at: folder)
    }
    disk = Mutex(FullDisk(folder))
  }

  /// Shows the screen until the user leaves; a kill begins the app anew.
  func run() async throws {
    let (events, inbox) = AsyncStream.makeStream(of: CartEvent.self)
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask { [terminal] in
        for await key in terminal.keys { inbox.yield(.key(key)) }
        inbox.finish()
      }
      var screen = CartScreen(state: CartState.empty, catalog: [])
      var inputs = events.makeAsyncIterator()
      while try await life(of: &screen, &inputs, inbox) {}
      group.cancelAll()
    }
    try disk.withLock { try $0.free() }
  }

  /// One life of the app; returns whether there is another.
  private func life(
    of screen: inout CartScreen, _ inputs: inout AsyncStream<CartEvent>.Iterator,
    _ inbox: AsyncStream<CartEvent>.Continuation
  ) async throws -> Bool {
    let directory = StorageDirectory(folder)
    defer { directory.close() }
    let cart = CartFactory.makeCart(
      transport: transport, directory: directory, gate: gate, clock: ContinuousClock(),
      random: SystemRandomNumberGenerator(), makeID: { UUID().uuidString })
    return try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await cart.run() }
      group.addTask { for await state in cart.states() { inbox.yield(.state(state)) } }
      group.addTask { try await cart.enter(self.city.withLock { $0 }) }
      while let event = await inputs.next() {
        let command = screen.take(event)
        screen.catalog = Catalog.items(in: city.withLock { $0 })
        screen.troubles = troubles
        try terminal.draw(screen.lines(in: terminal.size))
        switch command {
        case .leave?: return false
        case .sandbox(.kill)?:
          inbox.yield(.notice("The app was killed and started again."))
          return true
        case let command?:
          group.addTask { inbox.yield(.notice(await self.perform(command, cart, directory))) }
        case nil: break
        }
      }
      return false
    }
  }

  private var transport: any Transport {
    if let server { return NetworkingFactory.makeTransport(server: server) }
    return CartSandboxTransport(sandbox: sandbox) {
      try await Task.sleep(for: .milliseconds(700), clock: .continuous)
    }
  }

  private var troubles: [String] {
    (gate.isOpen ? [] : ["offline"]) + (disk.withLock { $0.isFull } ? ["disk full"] : [])
  }

  private func perform(
    _ command: CartCommand, _ cart: any ShoppingCart, _ directory: StorageDirectory
  ) async -> String {
    do {
      switch command {
      case .add(let item): return try await cart.add(item, count: 1).words
      case .setQuantity(let quantity, let line):
        return try await cart.setQuantity(quantity, of: line).words
      case .accept(let line): return try await cart.acceptPrice(of: line).words
      case .promo(let code, let isWanted):
        return try await cart.setPromo(code, isWanted: isWanted).words
      case .fulfil(let fulfilment): return try await cart.setFulfilment(fulfilment).words
      case .order:
        return try await cart.placeOrder(for: cart.state.totals?.due ?? Catalog.money(0)).words
      case .decide(let isKept): return try await decide(isKept, cart)
      case .refresh: try await cart.refresh()
      case .dismissOffer: try await cart.dismissOffer()
      case .sandbox(let trouble): return try await make(trouble, cart, directory)
      case .leave: break
      }
      return ""
    } catch let error as CartError {
      return "Not done: \(error.words)."
    } catch {
      return "\(error)"
    }
  }

  private func decide(_ isKept: Bool, _ cart: any ShoppingCart) async throws -> String {
    let failed = cart.state.waiting.first { if case .failed = $0.mark { true } else { false } }
    guard let failed else { return "There is nothing to decide." }
    if isKept { try await cart.retry(failed.id) } else { try await cart.discard(failed.id) }
    return ""
  }

  private func make(
    _ trouble: CartTrouble, _ cart: any ShoppingCart, _ directory: StorageDirectory
  ) async throws -> String {
    if server != nil, trouble.isOfSandbox { return "That is the server's to do." }
    switch trouble {
    case .offline:
      if gate.isOpen { gate.close(for: .offline) } else { gate.open(for: .offline) }
      return gate.isOpen ? "The network is back." : "The network is gone."
    case .loseAnswer:
      sandbox.loseAnswers(1)
      return "The next answer to a change will be lost."
    case .fullDisk:
      let isFull = try disk.withLock { disk in
        if disk.isFull { try disk.free() } else { try disk.fill() }
        return disk.isFull
      }
      if !isFull { try await directory.flush() }
      return isFull ? "The disk is full." : "There is room again."
    case .changeCity:
      let next = city.withLock { city in
        city = city == Catalog.almaty ? Catalog.astana : Catalog.almaty
        return city
      }
      try await cart.enter(next)
      return ""
    case .addElsewhere:
      let cola = Catalog.cola(in: city.withLock { $0 })
      let there = sandbox.model.open.first { $0.id == cart.state.id }
      let present = there?.lines.first { $0.item.name == cola.name }?.quantity ?? 0
      try sandbox.setElsewhere(present + 1, of: cola, in: cart.state.id)
      return "Another device has added a cola."
    case .raisePrices:
      sandbox.change { $0.menu.prices["margherita", default: 0] += 10_000 }
      return "Margherita has become dearer; ^R asks for the cart."
    case .sellOut:
      sandbox.change { $0.menu.soldOut = $0.menu.soldOut.isEmpty ? ["pepperoni"] : [] }
      return "Pepperoni is sold out, or there is some again."
    case .kill: return ""
    }
  }
}
