import Networking
import NetworkingTestSupport
import OrdersTestSupport
import Sandbox
import SyncTestSupport
import Testing

@testable import Orders
@testable import Sync

struct OrdersModelTests {
  private let server = SandboxServer(OrderServerModel())
  private let gate = Gate()

  private var model: OrdersModel {
    OrdersModel(
      server: OrderServer(
        transport: server, account: nil, time: ServerTime(ContinuousClock())),
      polling: Polling(SplitMix64(seed: 1)), gate: gate)
  }

  private func item(
    _ id: Int, _ order: Order.ID?, mayBeApplied: Bool = false, isFailed: Bool = false
  ) -> OutboxItem<OrderChange> {
    let change = order.map(OrderChange.init(cancel:))
    return OutboxItem(
      id: ChangeID(rawValue: id), lane: change?.lane ?? Lane("order", "?"), change: change,
      mayBeApplied: mayBeApplied,
      reason: isFailed ? .needsDecision : .ready,
      refusal: isFailed ? .rejected(.tooLate) : nil)
  }

  /// Fetches the orders, applies the update to the base, and returns its validator.
  @discardableResult
  private func fetch(into base: inout OrdersBase) async -> String? {
    let outcome = await model.fetch(base, unless: nil, in: .almaty)
    guard case .updated(let update, let validator) = outcome else {
      Issue.record("\(outcome)")
      return nil
    }
    update.apply(&base)
    return validator
  }

  @Test func `A cancellation is discarded if its order has ended or is canceled again`() throws {
    var ended = try Order("N-2", of: .snack)
    ended.status = .fulfilled
    var base = OrdersBase(
      current: StoredOrders(orders: [try Order("N-1", of: .snack), ended]))
    func discarded(_ items: OutboxItem<OrderChange>...) -> [Resolution<OrderChange>] {
      model.reconcile(&base, with: OptimisticSnapshot(base: base, pending: items))
    }
    #expect(discarded(item(1, "N-1"), item(2, "N-1", isFailed: true), item(3, nil)).isEmpty)
    #expect(discarded(item(1, "N-2"), item(2, "N-9")) == [.discard(1), .discard(2)])
    #expect(discarded(item(1, "N-2", mayBeApplied: true)).isEmpty, "the server may have it")
    #expect(discarded(item(1, "N-1", isFailed: true), item(2, "N-1")) == [.discard(1)])
    #expect(discarded(item(1, "N-1"), item(2, "N-1")).isEmpty)
  }

  @Test(arguments: [1, 5, 6, 9])
  func `A fetch asks for five missing orders at most, those without a problem first`(
    count: Int
  ) async throws {
    var base = OrdersBase()
    base.current.orders = try (1...count).map { try Order("N-\($0)", of: .snack) }
    base.problems = [OrderProblem("N-1", .unknownToServer)]
    await fetch(into: &base)
    let asked = server.requests.dropFirst().map(\.path)
    let ids = count < 6 ? Array(2..<(count + 1)) + [1] : Array(2...6)
    #expect(asked == ids.map { "\(OrderServer.path)/N-\($0)" })
    #expect(Set(base.problems.map(\.kind)) == [.unknownToServer])
    #expect(base.problems.count == min(count, count < 6 ? count : 6) && base.listed == [])
  }

  @Test func `A missing order that is found, or cannot be read, is part of the fetch`() async throws
  {
    for id in ["N-1", "N-2", "N-3"] { server.change { $0.place(id, key: id, cart: .snack) } }
    var base = OrdersBase()
    base.current.orders = try ["N-1", "N-2", "N-3"].map { try Order($0, of: .snack) }
    server.spoil([.body(#"{"revision":5,"now":1700000000,"orders":[]}"#)]) { _ in true }
    server.spoil([.body(#"{"now":1700000000,"orders":[]}"#)]) { $0.path.hasSuffix("N-2") }
    server.spoil([.status(503)]) { $0.path.hasSuffix("N-3") }
    await fetch(into: &base)
    #expect(base.current.orders.map(\.revision) == [1, 0, 0])
    #expect(base.problems == [OrderProblem("N-2", .unreadable("another order"))])
    #expect(base.listed == [] && base.listRevision == 5)
  }

  @Test func `Without a new list, the orders that the latest one lacked are asked for`()
    async throws
  {
    server.change { $0.place("N-1", key: "N-1", cart: .snack) }
    var base = OrdersBase()
    let validator = await fetch(into: &base)
    #expect(base.listed == ["N-1"])
    guard case .notModified = await model.fetch(base, unless: validator, in: .almaty) else {
      Issue.record("the list is sent again")
      return
    }
    #expect(server.requests.count == 2)
    base.current.orders.append(try Order("N-2", of: .snack))
    guard
      case .updated(let next, validator) = await model.fetch(base, unless: validator, in: .almaty)
    else {
      Issue.record("the order is not asked for")
      return
    }
    #expect(server.requests.dropFirst(2).map(\.path).last == "\(OrderServer.path)/N-2")
    next.apply(&base)
    #expect(base.problems == [OrderProblem("N-2", .unknownToServer)] && base.listed == ["N-1"])
  }

  @Test func `Without a token no order is asked for alone`() async throws {
    let model = model
    for _ in 0..<16 { model.polling.fetchStarted(at: .zero) }
    var base = OrdersBase()
    base.current.orders = [try Order("N-1", of: .snack)]
    _ = await model.fetch(base, unless: nil, in: .almaty)
    #expect(server.requests.map(\.path) == [OrderServer.path])
  }

  @Test(arguments: [(#""revision":7,"#, 7), ("", 0)])
  func `A list without a revision has the revision zero`(field: String, revision: Int) async {
    server.spoil([.body("{\(field)\"now\":1700000000,\"orders\":[]}")]) { _ in true }
    var base = OrdersBase()
    await fetch(into: &base)
    #expect(base.listRevision == revision && base.listed == [])
  }
}
