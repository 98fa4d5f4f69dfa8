import Cart
import Pricing
import Storage
import Sync

extension ShoppingCart {
  /// Makes a tap; returns whether there was something to tap on.
  func make(_ tap: Tap) async throws -> Bool {
    let writeStatus: WriteStatus
    do {
      switch tap {
      case .add(let item): writeStatus = try await add(item, count: 1)
      case .set(let quantity, let line):
        writeStatus = try await setQuantity(quantity, of: line)
      case .promo(let isWanted): writeStatus = try await setPromo("TENTH", isWanted: isWanted)
      case .choose(let fulfillment): writeStatus = try await setFulfillment(fulfillment)
      }
    } catch CartError.unknownLine {
      return false
    }
    guard writeStatus == .written else { throw NotKept() }
    return true
  }

  /// Sends each refused change again, except an order: the app places a new one.
  func retryRefusals() async throws {
    for await state in states() {
      for change in state.pending where change.isRefused && change.subject != .order {
        do throws(CartError) { try await retry(change.id) } catch {
          switch error {
          // It may have gone since the screen was drawn.
          case .sync(.unknownChange), .sync(.mayBeApplied), .sync(.inFlight): continue
          default: throw error
          }
        }
      }
    }
  }

  /// Waits until the server has everything, and the user has seen every price.
  func settled() async throws -> CartState {
    for await state in states() {
      guard state.pending.allSatisfy({ $0.isRefused && $0.subject == .order }) else { continue }
      try await reload()
      let state = self.state
      let changed = state.lines.filter { $0.price.unit != $0.item.unitPrice }
      for line in changed { try await acceptPrice(of: line.id) }
      guard changed.isEmpty, state.sync.fetch == .idle, state.totals?.isEstimate != true,
        state.pending.allSatisfy({ $0.isRefused && $0.subject == .order })
      else { continue }
      return state
    }
    return state
  }

  /// Asks for the cart until it comes.
  private func reload() async throws {
    while true {
      do { return try await refresh() } catch CartError.sync(.fetch), CartError.sync(.closed) {
        // The user pulls at the list again.
      }
    }
  }

  /// Orders what is shown; returns whether that was done.
  func isOrdered(for page: CartPage) async throws -> Bool {
    guard let totals = state.totals else { return false }
    do {
      try await placeOrder(for: Money(page.due, totals.due.currency))
    } catch CartError.notReady {
      return false
    }
    for await state in states() {
      if state.id != page.cart { return true }
      if case .refused = state.order { return false }
    }
    return false
  }
}

extension PendingCartChange {
  /// Whether the user has to decide.
  fileprivate var isRefused: Bool { if case .failed = status { true } else { false } }
}

/// A disk that is not full has not kept something.
struct NotKept: Error {}
