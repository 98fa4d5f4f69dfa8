import Cart
import Foundation
import Networking
import Pricing
import ShowcaseKit
import Storage
import Sync
import Synchronization

/// What every scenario is written with: the app's launches over one folder and one server.
///
/// The script says what it waits for, and time goes on only when it says so: then every run of it
/// tells the same.
final class Script: Sendable {
  let stage: Stage
  let sandbox = CartSandbox()
  let gate = Gate()
  let disk: Mutex<FullDisk>
  private let clock = PausedClock()
  private let folder: URL
  private let launches = Mutex<(directory: StorageDirectory?, ids: Int)>((nil, 0))

  init(_ stage: Stage) {
    self.stage = stage
    folder = stage.directory.appending(path: "cart", directoryHint: .isDirectory)
    disk = Mutex(FullDisk(folder))
  }

  /// Starts the app as a new process would, does something with it, and kills it.
  func launch(
    in city: RequestContext = Catalog.almaty, _ body: (any ShoppingCart) async throws -> Void
  ) async throws {
    tell("The app starts")
    let directory = StorageDirectory(folder)
    launches.withLock { launches in
      launches.directory?.close()
      launches.directory = directory
    }
    let cart = CartFactory.makeCart(
      transport: CartSandboxTransport(sandbox: sandbox, pause: {}), directory: directory,
      gate: gate,
      clock: clock, random: Steady(), makeID: nextID)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await cart.run() }
      try await cart.enter(city)
      try await body(cart)
      group.cancelAll()
    }
  }

  /// Writes what is waiting, as an app does when it leaves the foreground.
  func flush() async throws {
    try await launches.withLock { $0.directory }?.flush()
  }

  func tell(_ text: String) {
    stage.transcript.line(text)
  }

  /// Waits until the cart is so, and shows it.
  func show(
    _ cart: any ShoppingCart, when isSo: (CartState) -> Bool = { _ in true }
  ) async {
    for await state in cart.states() where isSo(state) {
      stage.transcript.details(CartPage.lines(state))
      return
    }
  }

  /// Waits until the server has everything, and shows the cart.
  func showSettled(_ cart: any ShoppingCart) async {
    await show(cart) { $0.waiting.isEmpty && $0.totals?.isEstimate != true && $0.fetch == .idle }
  }

  /// Does something that may be refused, and tells how that went.
  func attempt(
    _ what: String, _ body: () async throws(CartError) -> Persistence
  ) async {
    tell(what)
    do throws(CartError) {
      stage.transcript.detail(try await body().words)
    } catch {
      stage.transcript.detail("Not done: \(error.words)")
    }
  }

  func pass(_ duration: Duration) async throws {
    try await stage.clock.sleep(for: duration)
    clock.advance(by: duration)
  }

  func goOffline() {
    gate.close(for: .offline)
    tell("The network goes")
  }

  func goOnline() {
    gate.open(for: .offline)
    tell("The network is back")
  }

  private func nextID() -> String {
    launches.withLock { launches in
      launches.ids += 1
      return "id-\(launches.ids)"
    }
  }

  /// Waits are as long as they can be.
  private struct Steady: RandomNumberGenerator {
    mutating func next() -> UInt64 { .max }
  }
}
