import Cart
import Pricing
import Storage
import Sync

extension ShoppingCart {
  /// Performs a tap; returns `false` if its line does not exist, and throws unless the change is stored.
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

  /// Retries each refused change except an order, because the app places a new one.
  func retryRefusals() async throws {
    for await state in states() {
      for change in state.pending where change.isRefused && change.subject != .order {
        do throws(CartError) { try await retry(change.id) } catch {
          switch error {
          // The change may have left the queue since the screen was drawn.
          case .sync(.unknownChange), .sync(.mayBeApplied), .sync(.inFlight): continue
          default: throw error
          }
        }
      }
    }
  }

  /// Waits until the server has every change, and accepts all changed prices.
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

  /// Repeats a refresh until it succeeds.
  private func reload() async throws {
    while true {
      do { return try await refresh() } catch CartError.sync(.fetch), CartError.sync(.closed) {
        // The user pulls at the list again.
      }
    }
  }

  /// Orders the displayed cart; returns whether the order was placed.
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
  /// Whether the change requires the user's decision.
  fileprivate var isRefused: Bool { if case .failed = status { true } else { false } }
}

/// The error of a change that was not stored although the disk is not full.
struct NotKept: Error {}
