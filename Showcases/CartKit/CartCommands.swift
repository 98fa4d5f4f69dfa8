public import Cart
public import ShowcaseKit
import Sync

/// A function that returns the cart of the current user.
public typealias CurrentCart = @MainActor () throws -> any ShoppingCart

@MainActor
extension Command where Subject == CartLine {
  /// The commands that change a line of a cart.
  public static func changes(in cart: @escaping CurrentCart) -> [Command] {
    [
      .run("+", "more") { try await change($0, by: 1, in: cart()) },
      .run("-", "fewer") { try await change($0, by: -1, in: cart()) },
      .run(.backspace, "remove") { line in
        try await cart().setQuantity(0, of: line.id)
        return try cart().words(of: "remove \(line.item.name)", \.sync)
      },
      .run("a", "accept price") { line in
        try await cart().acceptPrice(of: line.id)
        return try cart().words(of: "the price of \(line.item.name)", \.sync)
      },
    ]
  }

  /// Adds units to a line, or takes them away.
  public static func change(
    _ line: CartLine, by step: Int, in cart: any ShoppingCart
  ) async throws -> String {
    try await cart.change(line.id, by: step)
    let quantity = cart.state.lines.first { $0.id == line.id }?.quantity ?? 0
    return cart.words(of: "\(quantity) × \(line.item.name)", \.sync)
  }
}

@MainActor
extension Command where Subject == Void {
  /// The commands that enter a promo code, and remove the last one.
  public static func promos(in cart: @escaping CurrentCart) -> [Command] {
    [
      .ask("p", "promo code", "Promo code (TENTH, FEAST, COLA, SUMMER)") { code in
        try await cart().setPromo(code, isWanted: true)
        return try cart().words(of: "code \(code)", \.sync)
      },
      .run("u", "remove code") {
        let cart = try cart()
        guard let code = cart.state.promos.last?.code else { return "There is no code to remove." }
        try await cart.setPromo(code, isWanted: false)
        return cart.words(of: "remove code \(code)", \.sync)
      },
    ]
  }
}
