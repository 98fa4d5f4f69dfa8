import Cart
import CartServerModel
import Foundation
import Networking
import Sync
import Synchronization

extension InMemoryShoppingCart {
  private struct Line: Encodable {
    let operation: String
    let item: CartItem
    let quantity: Int
    let seen: Int?
  }

  private struct Promo: Encodable {
    let operation: String
    let code: String
    let isWanted: Bool
  }

  private struct Fulfilment: Encodable {
    let operation: String
    let fulfilment: CartFulfilment
  }

  private struct Order: Encodable {
    struct Line: Encodable {
      let configuration: CartConfiguration
      let quantity: Int
    }

    let operation: String
    let due: Int64
    let lines: [Line]
  }

  /// Does whatever can be done: asks for the cart once, and sends until nothing is left.
  func work() async {
    while gate.isOpen, memory.withLock({ $0.context }) != nil, !Task.isCancelled {
      if kept.values.withLock({ $0.id }) != nil, !memory.withLock({ $0.isAsked }) { await ask() }
      let next = kept.values.withLock { values -> SketchedChange? in
        let index = values.changes.firstIndex { $0.refusal == nil }
        guard let index else { return nil }
        if values.changes[index].key == nil {
          values.count += 1
          values.changes[index].key = "key-\(values.count)"
        }
        return values.changes[index]
      }
      guard let next else { break }
      await send(next)
      tell()
    }
    tell()
  }

  /// Asks for the cart and shows it.
  func ask() async {
    guard let (id, context) = target else { return }
    switch await server.answer(to: HTTPRequest(.get, "/v1/carts/\(id)", in: context)) {
    case .success(let response):
      take(response)
      memory.withLock { $0.isAsked = true }
    case .gone(let problem) where ["cartClosed", "unknownCart"].contains(problem.code):
      memory.withLock { $0.isAsked = true }
      if problem.code == "cartClosed" { leave(.closed) }
    default: break
    }
    tell()
  }

  private var target: (id: String, context: RequestContext)? {
    guard let id = kept.values.withLock({ $0.id }), let context = memory.withLock({ $0.context })
    else { return nil }
    return (id, context)
  }

  private func send(_ change: SketchedChange) async {
    guard let (id, context) = target, let request = request(change, id, context) else { return }
    update(change.id) { $0.mayBeApplied = true }
    switch await server.answer(to: request) {
    case .success(let response):
      if case .order = change.wish {
        guard let order = (object(response) as? [String: String])?["order"] else { return }
        leave(nil, ordered: order)
      } else if take(response) {
        kept.values.withLock { $0.changes.removeAll { $0.id == change.id } }
      }
    case .conflict(let problem):
      guard case .line(let item, _, let added?) = change.wish, take(problem.response) else {
        return refuse(change.id, "\(problem)")
      }
      let present = quantity(of: item)
      update(change.id) { change in
        change.wish = .line(item, quantity: present + added, added: added)
        change.mayBeApplied = false
        change.key = nil
      }
    case .gone(let problem): if problem.code == "cartClosed" { leave(.closed) }
    case .rejected(let problem): refuse(change.id, "\(problem)")
    case .notSent: update(change.id) { $0.mayBeApplied = false }
    case .notModified, .unauthorised, .tryLater, .outcomeUnknown: break
    }
  }

  private func request(
    _ change: SketchedChange, _ id: String, _ context: RequestContext
  ) -> HTTPRequest? {
    let operation = change.operation
    do {
      var request =
        switch change.wish {
        case .line(let item, let quantity, let added):
          HTTPRequest(
            .put(
              try .json(
                Line(
                  operation: operation, item: item, quantity: quantity,
                  seen: added.map { quantity - $0 }))), "/v1/carts/\(id)/lines", in: context)
        case .promo(let code, let isWanted):
          HTTPRequest(
            .put(try .json(Promo(operation: operation, code: code, isWanted: isWanted))),
            "/v1/carts/\(id)/promos", in: context)
        case .fulfilment(let fulfilment):
          HTTPRequest(
            .put(try .json(Fulfilment(operation: operation, fulfilment: fulfilment))),
            "/v1/carts/\(id)/fulfilment", in: context)
        case .order(let due, let lines):
          HTTPRequest(
            .post(
              try .json(
                Order(
                  operation: operation, due: due,
                  lines: lines.map {
                    Order.Line(configuration: $0.item.configuration, quantity: $0.quantity)
                  }))), "/v1/carts/\(id)/order", in: context)
        }
      request.idempotencyKey = change.key.flatMap(IdempotencyKey.init(rawValue:))
      return request
    } catch {
      return nil
    }
  }

  /// Takes the cart of an answer, if there is a readable one in it.
  @discardableResult
  private func take(_ response: HTTPResponse) -> Bool {
    do {
      let view = try response.json(CartView.self)
      memory.withLock { memory in
        if view.version >= memory.view?.version ?? 0 { memory.view = view }
      }
      return true
    } catch {
      return false
    }
  }

  private func quantity(of item: CartItem) -> Int {
    let item = CartView.Item(item)
    let lines = memory.withLock { $0.view?.lines ?? [] }
    return lines.first { $0.item.configuration == item.configuration }?.quantity ?? 0
  }

  private func refuse(_ id: Int, _ reason: String) {
    update(id) { change in
      change.refusal = reason
      change.mayBeApplied = false
    }
  }

  private func object(_ response: HTTPResponse) -> Any? {
    do { return try JSONSerialization.jsonObject(with: response.body) } catch { return nil }
  }

  private func update(_ id: Int, _ body: (inout SketchedChange) -> Void) {
    kept.values.withLock { values in
      guard let index = values.changes.firstIndex(where: { $0.id == id }) else { return }
      body(&values.changes[index])
    }
  }
}
