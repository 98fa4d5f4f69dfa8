import ArgumentParser
import Cart
import Foundation
import KillableApp
import Networking
import Storage
import Sync

/// An app that fills a cart offline-first, for tests that kill it and its server.
///
/// It performs the taps from `first` to `last`, and prints `TAKEN NUMBER CART` for each stored one,
/// or `LEFT NUMBER` if its line does not exist. When the server has all changes, it prints `SHOWN`
/// with the displayed cart, orders that cart if `order` is set, and prints `DONE`.
@main
struct CartApp: AsyncParsableCommand {
  @OptionGroup var options: AppOptions
  @Flag var order = false

  func run() async throws {
    let device = try options.environment(in: SettledCity(.almaty, gate: Gate()))
    try await device.runSignedIn(as: "ann") { try await tap(in: $0) }
    say("DONE")
  }

  private func tap(in environment: FeatureEnvironment) async throws {
    let cart = CartFactory.makeCart(in: environment)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await cart.run() }
      group.addTask { try await cart.retryRefusals() }
      for number in stride(from: options.first, through: options.last, by: 1) {
        let isTaken = try await cart.make(Tap(number))
        say(isTaken ? "TAKEN \(number) \(cart.state.id ?? "")" : "LEFT \(number)")
      }
      try await finish(cart)
      group.cancelAll()
    }
  }

  /// Prints the settled cart, and orders it if `order` is set; repeats both while the order is refused.
  private func finish(_ cart: any ShoppingCart) async throws {
    while true {
      let state = try await cart.settled()
      guard let page = CartPage(state) else { return }
      say("SHOWN \(String(decoding: try JSONEncoder().encode(page), as: UTF8.self))")
      guard order else { return }
      if try await cart.isOrdered(for: page) { return }
    }
  }
}
