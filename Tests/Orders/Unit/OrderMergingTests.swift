import Commerce
import Foundation
import Networking
import NetworkingTestSupport
import OrdersTestSupport
import Sandbox
import Sync
import SyncTestSupport
import Testing

@testable import Orders

struct OrderMergingTests {
  private static let statuses: [OrderStatus] = [
    .created, .confirmed, .inPreparation, .readyForPickup, .inTransit, .fulfilled, .rejected,
    .cancelled, .unknown("x"),
  ]

  @Test(arguments: [0, Int.max], [true, false])
  func `An order that the list lacks is requested alone while the gate is open`(
    revision: Int, isOpen: Bool
  ) async throws {
    let (transport, gate) = (StubTransport(over: SandboxServer(OrderServerModel())), Gate())
    let orders = FeatureEnvironment(transport: transport, city: SettledCity(.almaty, gate: gate))
      .makeOrderTracker()
    transport.interrupt { if !isOpen { gate.close(for: .offline) } }
    var order = try Order("N-9", key: "key", of: .snack)
    order.revision = revision
    _ = try await orders.track(order)

    do { try await orders.refresh() } catch {}

    let paths = transport.paths
    #expect(paths == [OrderServer.path] + (isOpen ? ["\(OrderServer.path)/N-9"] : []))
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `Whatever the answers within an hour, the order is that of the highest revision`(
    _ seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    var base = OrdersBase()
    var highest = 0
    for _ in 0..<40 {
      let status = Self.statuses[.random(in: 0..<Self.statuses.count, using: &random)]
      let order = try Self.order(status, revision: .random(in: 1...20, using: &random))
      if base.order("N-1")?.status.isFinal != true, status.isFinal { highest = 0 }
      base.merge(order, at: Date(timeIntervalSince1970: .random(in: 0...3_600, using: &random)))
      #expect(base.current.orders.count == 1)
      if order.revision >= highest { #expect(base.current.orders[0] == order) }
      highest = base.current.orders[0].revision
    }
  }

  @Test func `A final status with a lower revision is used at once, unless it was reinstated`()
    throws
  {
    var base = OrdersBase()
    base.merge(try Self.order(.created, revision: .max), at: Self.time(0))
    let ended = try Self.order(.fulfilled, revision: 6)
    base.merge(ended, at: Self.time(1))
    #expect(base.current.orders == [ended])

    var reinstated = try Self.order(.inPreparation, revision: 7)
    reinstated.steps = ended.steps + reinstated.steps
    base.merge(reinstated, at: Self.time(2))
    // A replica lags. In the second row, the server's time is unknown.
    for time in [Self.time(3), nil] { base.merge(ended, at: time) }
    #expect(base.current.orders == [reinstated])

    // The hour begins when the newest revision is received.
    var newest = reinstated
    newest.revision = 8
    base.merge(newest, at: Self.time(3_000))
    base.merge(reinstated, at: Self.time(3_700))
    #expect(base.current.orders == [newest])
  }

  private static func time(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

  @Test func `An older list replaces neither the newer one nor its problems for an hour`() {
    var base = OrdersBase()
    for (revision, time, known) in [
      (Int.max, 0.0, Int.max), (3, 3_600, .max), (3, 3_601, 3), (2, 3_602, 3), (4, 3_603, 4),
    ] {
      var fetched = FetchedOrders()
      fetched.list = (revision, ["N-\(revision)"])
      base.problems = [OrderProblem("X-1", .anotherAccount)]
      base.merge(fetched, at: Self.time(time))
      #expect(base.listRevision == known && base.listed == ["N-\(known)"])
      #expect(base.problems.isEmpty == (revision == known))
    }
  }

  @Test func `A page of the history in another language replaces the texts of its orders`() throws {
    var base = OrdersBase()
    var order = try Self.order(.rejected, revision: 1)
    for (reason, language) in [("Печь сломалась", "ru"), ("Пеш бұзылды", "kk")] {
      order.reason = reason
      base.store(OrderPage(orders: [order]), validator: language)
      #expect(base.history == StoredHistory(page: OrderPage(orders: [order]), validator: language))
    }
  }

  @Test(arguments: [nil, "next"])
  func `An older page of the history keeps the acknowledged orders that belong on it`(
    _ next: String?
  ) throws {
    func order(_ time: Int, id: String = "N") throws -> Order {
      var order = try Order("\(id)-\(time)", of: .snack)
      order.status = .fulfilled
      order.createdAt = Date(timeIntervalSince1970: Double(time))
      return order
    }
    var base = OrdersBase()
    for time in [1, 5] { base.acknowledge(try order(time)) }
    // The page ends with an order of the same time, so this order may be on the next page.
    base.acknowledge(try order(3, id: "M"))
    let cursor = next.map(OrderPage.Cursor.init(rawValue:))
    base.store(OrderPage(orders: try [order(4), order(3)], next: cursor), validator: nil)
    #expect(
      base.history?.page.orders.map(\.id)
        == ["N-5", "N-4", "N-3"] + (next == nil ? ["M-3", "N-1"] : []))
    #expect(base.history?.page.next == cursor)
    // The server has removed an order that the user has not acknowledged on this device.
    base.store(OrderPage(orders: try [order(3)], next: cursor), validator: nil)
    #expect(base.history?.page.orders.contains { $0.id == "N-4" } == false)
  }

  @Test
  func `An order that the server has only under another id is removed, and any other one is not`()
    throws
  {
    for (key, isUnknown, isKept) in [
      ("key", true, false), ("key", false, true), ("other", true, true), (nil, true, true),
    ] as [(String?, Bool, Bool)] {
      var base = OrdersBase()
      base.merge(try Self.order(.confirmed, revision: 2))
      base.merge(try Order("X-1", key: key, of: .snack))
      var fetched = FetchedOrders()
      fetched.list = (1, ["X-1"])
      if isUnknown { fetched.problems = [OrderProblem("N-1", .unknownToServer)] }
      base.merge(fetched, at: Self.time(0))
      #expect(base.current.orders.map(\.id) == (isKept ? ["N-1", "X-1"] : ["X-1"]))
    }
  }

  @Test func `An announcement ends after four fetches, whether the device has the order or not`()
    throws
  {
    var base = OrdersBase()
    base.merge(try Self.order(.created, revision: 1))
    base.announced = ["N-1": .max, "X-1": 5]
    for _ in 0..<3 { base.merge(FetchedOrders()) }
    #expect(base.announced == ["N-1": .max, "X-1": 5])
    base.announce(OrderEvent("X-1", revision: 6))
    base.merge(FetchedOrders())
    #expect(base.announced == ["X-1": 6])
    base.announce(OrderEvent("N-1", revision: 2))
    #expect(base.announced == ["N-1": 2, "X-1": 6], "a wrong revision hides no later event")
    for _ in 0..<3 { base.merge(FetchedOrders()) }
    #expect(base.announced == ["N-1": 2])
  }

  @Test func `An order that the server does not have for this account is removed after a day`()
    throws
  {
    let (taken, known) = (try Order("N-1", of: .snack), try Self.order(.created, revision: 5))
    for (order, isUnknown, isKept) in [
      (taken, false, false), (taken, true, false), (known, false, true), (known, true, false),
      (try Self.order(.fulfilled, revision: 5), true, true),
    ] {
      var base = OrdersBase()
      base.current.orders = [order]
      var fetched = FetchedOrders()
      fetched.list = (1, [])
      if isUnknown { fetched.problems = [OrderProblem("N-1", .unknownToServer)] }
      for (time, isKept) in [(0.0, true), (86_400, true), (86_401, isKept)] {
        base.merge(fetched, at: Self.time(time))
        #expect(base.current.orders == (isKept ? [order] : []))
        #expect(base.current.received.isEmpty != isKept)
        #expect(base.problems == (isKept ? fetched.problems : []))
      }
    }
  }

  @Test func `An order that is handed over does not lower its announced revision`() async throws {
    let orders = LiveOrderTracker(
      in: FeatureEnvironment(
        transport: SandboxServer(OrderServerModel()), city: SettledCity(.almaty)))
    await orders.receive(OrderEvent("N-1", revision: 3))
    _ = try await orders.track(Order("N-1", key: "key", of: .snack))
    #expect(orders.state.announced == ["N-1": 3])
  }

  @Test func `Acknowledging ends the problems and the announcements of the order alone`() throws {
    let order = try Self.order(.fulfilled, revision: 2)
    var base = OrdersBase(
      current: StoredOrders(orders: [order, try Order("N-2", of: .snack)]))
    base.announced = ["N-1": 3, "N-2": 3]
    base.problems = ["N-1", "N-2"].map { OrderProblem($0, .unknownToServer) }
    base.acknowledge(order)
    #expect(base.current.orders.map(\.id) == ["N-2"] && base.announced == ["N-2": 3])
    #expect(base.problems == [OrderProblem("N-2", .unknownToServer)])
    #expect(base.history == StoredHistory(page: OrderPage(orders: [order]), validator: nil))
    // The same revision is of the history, also in another language or with another status.
    var translated = order
    (translated.reason, translated.status) = ("Печь сломалась", .rejected)
    base.merge(translated)
    #expect(base.history?.page.orders == [translated])
    #expect(base.current.orders.map(\.id) == ["N-2"])
  }

  @Test func `The ids of acknowledged orders and the own page of the history are limited`() throws {
    var base = OrdersBase()
    for number in 1...201 {
      var order = try Order("N-\(number)", of: .snack)
      order.status = .fulfilled
      order.createdAt = Date(timeIntervalSince1970: Double(number))
      base.acknowledge(order)
    }
    #expect(base.current.acknowledged.map(\.id) == (2...201).map { "N-\($0)" })
    #expect(base.history?.page.orders.map(\.id) == (142...201).reversed().map { "N-\($0)" })
  }

  @Test func `The newest order comes first, and of two with the same time the one received last`()
    throws
  {
    let orders = try [3, nil, 1, 2, nil, 1].enumerated().map { index, time in
      var order = try Order("N-\(index)", of: .snack)
      order.createdAt = time.map { Date(timeIntervalSince1970: $0) }
      return order
    }
    #expect(orders.newestFirst.map(\.id) == [4, 1, 0, 3, 5, 2].map { "N-\($0)" })
  }

  @Test func `Each amount takes part in the comparison of the sums, without overflow`() throws {
    let order = try Order("N-1", of: .evening)
    let (currency, totals) = (order.totals.due.currency, order.totals)
    for (items, discount, due, fee, isSum) in [
      (0, 0, 0, 0, true), (0, 0, 1, 1, true), (0, 0, 1, 0, false), (1, 0, 1, 0, false),
      (0, 1, -1, 0, false),
    ] as [(Int64, Int64, Int64, Int64, Bool)] {
      var changed = order
      changed.totals = OrderTotals(
        items: Money(totals.items.minorUnits + items, currency),
        discount: Money(totals.discount.minorUnits + discount, currency),
        fees: totals.fees.map { .init($0.kind, Money($0.amount.minorUnits + fee, currency)) },
        due: Money(totals.due.minorUnits + due, currency))
      #expect(changed.totalsAddUp == isSum)
    }
    let line = order.lines[0]
    for (quantity, more) in [(Int.max, Int64(0)), (line.quantity, 1)] {
      var changed = order
      changed.lines[0] = OrderLine(
        id: line.id, line.configuration, name: line.name, quantity: quantity,
        unitPrice: Money(line.unitPrice.minorUnits + more, currency), total: line.total,
        discount: line.discount)
      #expect(!changed.totalsAddUp)
    }
  }

  private static func order(_ status: OrderStatus, revision: Int) throws -> Order {
    var order = try Order("N-1", key: "key", of: .snack)
    order.status = status
    order.revision = revision
    order.steps = [OrderStep(status: status, time: Date(timeIntervalSince1970: Double(revision)))]
    return order
  }
}
