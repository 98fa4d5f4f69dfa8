import Cart
import Foundation
import Networking
import Sandbox
import ShowcaseKit
import Storage
import Sync

/// The steps of this showcase's scenarios.
///
/// All launches of the app in one scenario use the same directory and the same sandbox server.
final class Script: LaunchScript {
  let stage: Stage
  let sandbox = CartSandbox()
  let device: SandboxDevice
  let city: SettledCity
  let clock = PausedClock()

  init(_ stage: Stage) {
    self.stage = stage
    device = SandboxDevice(stage.directory.appending(path: "cart", directoryHint: .isDirectory))
    city = SettledCity(Catalog.almaty, gate: device.gate)
  }

  func launch(_ body: (any ShoppingCart) async throws -> Void) async throws {
    tell("The app starts")
    let cart = environment(sandbox.signedIn(), in: city).makeCart()
    try await running(cart.run) {
      for await state in cart.states() where state.sync.isLoaded { break }
      try await body(cart)
    }
  }

  /// Launches the app without a network, and reconnects the network after `delay`.
  ///
  /// Then waits until no change is pending, and writes the result to the transcript. `count` is the
  /// number of pending changes that the app must have after the launch.
  func launchOffline(_ count: Int, waiting delay: Duration = .zero) async throws {
    try await launch { cart in
      await show(cart) { $0.pending.count == count && $0.sync.fetch == .closed([.offline]) }
      try await pass(delay)
      await goOnline(cart)
    }
  }

  /// Waits for a state of the cart that satisfies `isSo`, and writes it to the transcript.
  func show(_ cart: any ShoppingCart, when isSo: (CartState) -> Bool = { _ in true }) async {
    for await state in cart.states() where isSo(state) { return details(CartPage.lines(state)) }
  }

  /// Waits until the server has confirmed every change, and writes the cart to the transcript.
  func showSettled(_ cart: any ShoppingCart) async {
    await show(cart) { state in
      state.pending.isEmpty && state.totals?.isEstimate != true && state.sync.fetch == .idle
    }
  }

  /// Waits until every pending change waits for the network, and writes the cart to the transcript.
  func showOffline(_ cart: any ShoppingCart) async {
    await show(cart) { $0.pending.allSatisfy { $0.reason == .gateClosed([.offline]) } }
  }
}
