import Cart
import Cities
import Commerce
import FoodApp
import Observation
import Sync

/// The model of the cart screen for one user.
@Observable
final class CartModel {
  /// A line of the cart.
  nonisolated struct Row: Identifiable, Equatable {
    let id: CartLine.ID
    let name, details, price: String
    let quantity: Int
    let problems: [LineProblem]
    /// Whether the server has confirmed all changes of the line.
    let isConfirmed: Bool
  }

  private let user: FoodAppUser
  private let model: AppModel
  private let cart: Observed<CartState>

  init(_ user: FoodAppUser, _ model: AppModel) {
    self.user = user
    self.model = model
    cart = Observed(user.cart)
  }

  /// The lines of the cart, including changes that have not been sent.
  var rows: [Row] {
    cart.state.lines.map { line in
      Row(
        id: line.id, name: line.item.name,
        details: ([line.item.variantName].compactMap(\.self) + line.item.details)
          .joined(separator: ", "),
        price: string(line.price.final), quantity: line.quantity, problems: line.problems,
        isConfirmed: line.status == .confirmed)
    }
  }

  /// The formatted sum to pay; `nil` for an empty cart.
  var due: String? { cart.state.totals.map { string($0.due) } }

  /// Whether ``due`` is an estimate that the server has not confirmed.
  var isEstimate: Bool { cart.state.totals?.isEstimate ?? false }

  /// The state of the cart's order: not ordered, pending, placed or refused.
  var order: OrderPlacement { cart.state.order }

  /// The problems of the cart as a whole, such as a sum below the minimum for an order.
  var problems: [CartProblem] { cart.state.problems }

  /// The changes that the server has refused; the user retries or discards each of them.
  var refused: [PendingCartChange] { cart.state.pending.filter(\.status.isFailed) }

  /// Adds units to a line, or takes them away.
  func change(_ line: CartLine.ID, by difference: Int) async {
    await model.perform { try await user.cart.change(line, by: difference) }
  }

  /// Removes a line.
  func remove(_ line: CartLine.ID) async {
    await model.perform { try await user.cart.setQuantity(0, of: line) }
  }

  /// Accepts the new price of a line.
  func acceptPrice(of line: CartLine.ID) async {
    await model.perform { try await user.cart.acceptPrice(of: line) }
  }

  /// Sends a refused change again if `isRepeated` is `true`; otherwise discards the change.
  func decide(_ change: PendingCartChange.ID, isRepeated: Bool) async {
    await model.perform {
      if isRepeated {
        try await user.cart.retry(change)
      } else {
        try await user.cart.discard(change)
      }
    }
  }

  /// Orders the cart for the displayed sum.
  ///
  /// The order is stored before it is sent. Without a network, the order is sent when the network is
  /// back. If the user leaves the app before the server has responded, the app runs on in a background
  /// task for a limited time.
  func placeOrder() async {
    guard let due = cart.state.totals?.due else { return }
    await model.performInBackground("order") { [user, model] in
      try await user.placeOrder(for: due)
      for await state in user.cart.states() {
        guard case .pending = state.order, model.app.environment.gate.isOpen else { return }
      }
    }
  }

  private func string(_ money: Money) -> String {
    model.cities.state.currentCity?.moneyFormat.string(money) ?? ""
  }
}
