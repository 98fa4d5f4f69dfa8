import Cart
import CartServerModel
import Foundation
import Networking
import Pricing
import Sync

extension InMemoryShoppingCart {
  /// How things stand, drawn anew.
  func sketch(_ kept: Kept.Values, _ memory: Memory) -> CartState {
    var state = CartState()
    state.id = kept.id
    state.city = memory.context?.city ?? kept.city
    state.offer = kept.offer
    state.fetch = memory.isRunning ? .idle : .notRunning
    guard kept.id != nil else {
      state.order = kept.ordered.map(OrderState.placed) ?? .open
      return state
    }
    let live = kept.changes.filter { $0.refusal == nil }
    var isAhead = memory.view == nil
    state.lines = memory.view?.lines.map(line) ?? []
    state.promos = memory.view?.promos.map(promo) ?? []
    state.fulfilment = memory.view?.way
    for change in kept.changes {
      draw(change, on: &state)
      if case .order = change.wish { continue }
      if change.refusal == nil { isAhead = true }
    }
    for index in state.lines.indices where state.lines[index].kind == .chosen {
      let line = state.lines[index]
      if line.item.unitPrice != line.price.unit {
        state.lines[index].problems.append(
          .priceChanged(from: line.item.unitPrice, to: line.price.unit))
      }
    }
    state.waiting = kept.changes.map {
      waiting($0, behind: live, isRunning: memory.isRunning)
    }
    total(&state, memory.view, isEstimate: isAhead)
    return state
  }

  private func draw(_ change: SketchedChange, on state: inout CartState) {
    let mark = change.mark
    switch change.wish {
    case .line(let item, let quantity, _):
      let index = state.lines.firstIndex { $0.id == item.line }
      if change.refusal != nil {
        if let index {
          state.lines[index].mark = mark
        } else {
          state.lines.append(CartLine(item, 0, mark))
        }
      } else if quantity == 0 {
        state.lines.removeAll { $0.id == item.line }
      } else if let index {
        if state.lines[index].quantity != quantity {
          state.lines[index].price = .plain(state.lines[index].price.unit, quantity)
        }
        state.lines[index].quantity = quantity
        state.lines[index].show(item)
        state.lines[index].mark = mark
      } else {
        state.lines.append(CartLine(item, quantity, mark))
      }
    case .promo(let code, let isWanted):
      let isThere = state.promos.contains { $0.code == code }
      if isWanted {
        if !isThere { state.promos.append(CartPromo(code: code, state: .waiting(mark))) }
      } else {
        state.promos.removeAll { $0.code == code }
        for index in state.lines.indices
        where state.lines[index].price.discounts.contains(where: { $0.code == code }) {
          state.lines[index].price = .plain(
            state.lines[index].price.unit, state.lines[index].quantity)
        }
      }
    case .fulfilment(let fulfilment): state.fulfilment = fulfilment
    case .order: state.order = change.refusal.map(OrderState.refused) ?? .waiting(mark)
    }
  }

  private func waiting(
    _ change: SketchedChange, behind live: [SketchedChange], isRunning: Bool
  ) -> WaitingChange {
    let subject: WaitingChange.Subject =
      switch change.wish {
      case .line(let item, let quantity, _): .line(item.line, name: item.name, quantity: quantity)
      case .promo(let code, let isWanted): .promo(code, isWanted: isWanted)
      case .fulfilment(let fulfilment): .fulfilment(fulfilment)
      case .order: .order
      }
    let first = live.first { $0.wish.isAboutTheSame(as: change.wish) }
    let reason: WaitReason =
      if change.refusal != nil {
        .needsDecision
      } else if let first, first.id != change.id {
        .behind(first.id)
      } else if !gate.isOpen {
        .gate(gate.reasons)
      } else {
        isRunning ? .next : .notRunning
      }
    return WaitingChange(id: change.id, subject: subject, mark: change.mark, reason: reason)
  }

  private func total(_ state: inout CartState, _ view: CartView?, isEstimate: Bool) {
    guard let currency = state.lines.first?.price.unit.currency else { return }
    let fees = (view?.fees ?? []).map {
      CartTotals.Fee(kind: $0.kind, amount: Money($0.amount, currency))
    }
    let totals = CartTotals(state.lines, fees: fees, in: currency, isEstimate: isEstimate)
    state.totals = totals
    guard let view else { return }
    let missing = view.minimum - totals.items.minorUnits + totals.discount.minorUnits
    if missing > 0 {
      state.problems = [
        .belowMinimum(Money(view.minimum, currency), missing: Money(missing, currency))
      ]
    }
  }

  private func line(_ line: CartView.Line) -> CartLine {
    let item = CartItem(line.item)
    let currency = item.unitPrice.currency
    return CartLine(
      id: line.kind == "chosen" ? item.line : CartLine.ID(rawValue: "\(line.kind) \(line.id)"),
      kind: line.kind == "chosen" ? .chosen : .gift, item: item, quantity: line.quantity,
      price: LinePrice(
        unit: Money(line.unitPrice, currency), total: Money(line.total, currency),
        discounts: line.discounts.map {
          CartDiscount(code: $0.code, amount: Money($0.amount, currency))
        }, final: Money(line.final, currency), isEstimate: false),
      problems: line.problems.map { problem in
        problem.limit.map { .limited(to: $0) } ?? .soldOut
      }, mark: .confirmed)
  }

  private func promo(_ promo: CartView.Promo) -> CartPromo {
    let currency = CartItem.cola.unitPrice.currency
    let problem: PromoProblem? =
      switch promo.status {
      case "applied": nil
      case "unknown": .unknown
      case "expired": .expired
      case "used": .used
      case "belowMinimum": .belowMinimum(missing: Money(promo.missing ?? 0, currency))
      case "notForTheseItems": .notForTheseItems
      case "notCombinable": .notCombinable
      default: .other(promo.status)
      }
    let applied = PromoState.applied(Money(promo.amount ?? 0, currency))
    return CartPromo(
      code: promo.code,
      state: problem.map { .notApplied($0, text: promo.text ?? promo.status) } ?? applied)
  }
}

extension SketchedChange {
  fileprivate var mark: CartMark {
    refusal.map { .failed($0) } ?? (mayBeApplied ? .maybeApplied : .pending)
  }
}

extension LinePrice {
  fileprivate static func plain(_ unit: Money, _ quantity: Int) -> LinePrice {
    let total = Money(unit.minorUnits * Int64(quantity), unit.currency)
    return LinePrice(unit: unit, total: total, discounts: [], final: total, isEstimate: true)
  }
}

extension CartLine {
  fileprivate init(_ item: CartItem, _ quantity: Int, _ mark: CartMark) {
    self.init(
      id: item.line, kind: .chosen, item: item, quantity: quantity,
      price: .plain(item.unitPrice, quantity), problems: [], mark: mark)
  }
}

extension CartItem {
  /// An item that came over the wire.
  fileprivate init(_ item: CartView.Item) {
    do {
      self = try JSONDecoder().decode(CartItem.self, from: JSONEncoder().encode(item))
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

extension CartView {
  fileprivate var way: CartFulfilment? {
    fulfilment.map { CartFulfilment(CartFulfilment.Kind(rawValue: $0.kind), $0.place) }
  }
}
