import Cart
import Foundation
import Networking
import Pricing
import ShowcaseKit
import Storage
import Sync

/// The steps of the scenarios: launches of the app with one directory and one server.
final class Script: DeviceScript {
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

  /// Launches the app as a new process, runs it during `body`, and kills it.
  func launch(
    _ body: (any ShoppingCart) async throws -> Void
  ) async throws {
    tell("The app starts")
    let cart = CartFactory.makeCart(
      in: FeatureEnvironment(
        transport: sandbox.signedIn(), directory: device.launch(), city: city,
        clock: clock, random: LongestWaits(), makeID: device.nextID))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await cart.run() }
      for await state in cart.states() where state.sync.isLoaded { break }
      try await body(cart)
      group.cancelAll()
    }
  }

  /// Waits for a state that satisfies the condition, and writes it to the transcript.
  func show(
    _ cart: any ShoppingCart, when isSo: (CartState) -> Bool = { _ in true }
  ) async {
    for await state in cart.states() where isSo(state) {
      stage.transcript.details(CartPage.lines(state))
      return
    }
  }

  /// Waits until the server has every change, and writes the cart to the transcript.
  func showSettled(_ cart: any ShoppingCart) async {
    await show(cart) { state in
      state.pending.isEmpty && state.totals?.isEstimate != true && state.sync.fetch == .idle
    }
  }

  /// Performs a call, and writes its result or its error to the transcript.
  func attempt(
    _ what: String, _ body: () async throws(CartError) -> WriteStatus
  ) async {
    tell(what)
    do throws(CartError) {
      stage.transcript.detail(try await body().words)
    } catch {
      stage.transcript.detail(DemoMessage.failed(error.words))
    }
  }
}
