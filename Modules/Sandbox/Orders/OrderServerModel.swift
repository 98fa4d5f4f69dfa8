public import Networking

/// An in-process server of orders that implements the OpenAPI description of `/v1/orders`.
///
/// The model stores each order as a list of changes with times. A change in the future is planned.
/// The changes up to a time determine the state of the order at that time. The number of these
/// changes is the order's revision. To simulate a lagging replica, the model returns the state at
/// an earlier time.
///
/// The model shares only the wire format with the module `Orders`. The model answers at once and
/// without faults. A ``SandboxServer`` adds delays and faults.
public struct OrderServerModel: ServerModel, Codable {
  /// A change of an order that a socket or a push notification reports to the app.
  public struct Event: Codable, Sendable, Equatable {
    /// The number of the event among all events, beginning with 1.
    public let sequence: Int
    /// The order's id.
    public let id: String
    /// The order's revision after the change.
    public let revision: Int
    /// The time of the change, in seconds since 1970.
    public let at: Int
  }

  private struct Change: Codable, Sendable {
    let at: Int
    var status: String?
    var promised: OrderView.Interval?
    var nextChange: OrderView.Interval?
    var courier: OrderView.Courier?
    var reason: String?
    var refund: OrderView.Refund?

    func later(_ seconds: Int) -> Change {
      Change(
        at: at + seconds, status: status, promised: promised?.later(seconds),
        nextChange: nextChange?.later(seconds), courier: courier, reason: reason, refund: refund)
    }
  }

  private struct Record: Codable, Sendable {
    let order: OrderView
    let cancelableUntil: Int
    /// The changes of the order, the earliest first; those in the future are planned.
    var changes: [Change]
    /// The number of the order's changes that already have an event in ``events``.
    var settled = 0
  }

  private struct List: Encodable {
    let revision: Int?
    let now: Int
    let orders: [OrderView]
    var next: String?
  }

  /// The server's time, in seconds since 1970; the model uses no other clock.
  public var now: Int
  /// The age of the orders in responses, in seconds.
  ///
  /// A value above 0 simulates a database replica that lags behind.
  public var replicaLag = 0
  /// The planned statuses and times of new orders, by fulfillment method.
  ///
  /// A method without an entry uses ``OrderCourse/delivery``.
  public var courses = ["pickup": OrderCourse.pickup, "delivery": OrderCourse.delivery]
  /// The number of orders on a page of the history.
  public var pageSize = 20
  /// The seconds for which an order stays in the list of active orders after it has ended.
  public var listedAfterEnd = 21_600
  /// The id of the account that the orders belong to; `nil` for a guest.
  ///
  /// Every order in a response has this account id.
  public var account: String?
  /// The events so far, the earliest first.
  public private(set) var events: [Event] = []
  private var records: [Record] = []
  private var fulfilled: [String] = []
  private var answers = AnsweredChanges()

  // `answers` is not encoded, because a recorded response is not `Codable`.
  private enum CodingKeys: CodingKey {
    case now, replicaLag, courses, pageSize, listedAfterEnd, account, events, records
    case fulfilled
  }

  /// Creates a server without orders; `now` is the server's time in seconds since 1970.
  public init(now: Int = 1_700_000_000) { self.now = now }

  // MARK: Reading

  /// The orders in their current state, the first placed first.
  public var all: [OrderView] { orders(at: now) }

  /// Returns an order in its current state; `nil` if no order has this id.
  public func order(_ id: String) -> OrderView? {
    records.first { $0.order.id == id }.flatMap { view($0, at: now) }
  }

  /// Returns whether a change under this idempotency key has been answered.
  public func hasAnswered(_ key: String) -> Bool { answers.contains(key) }

  private func orders(at time: Int) -> [OrderView] { records.compactMap { view($0, at: time) } }

  private func view(_ record: Record, at time: Int) -> OrderView? {
    var order = record.order
    order.account = account
    for change in record.changes where change.at <= time {
      order.revision += 1
      if let status = change.status {
        order.status = status
        order.steps.append(OrderView.Step(status: status, at: change.at))
        order.nextChange = change.nextChange
        order.finishedAt = order.isFinal ? change.at : nil
      }
      order.promised = change.promised ?? order.promised
      if change.status == nil { order.nextChange = change.nextChange ?? order.nextChange }
      order.courier = change.courier ?? order.courier
      order.reason = change.reason ?? order.reason
      order.refund = change.refund ?? order.refund
    }
    guard order.revision > 0 else { return nil }
    order.cancelableUntil = order.isFinal ? nil : record.cancelableUntil
    return order
  }

  // MARK: Changing

  /// Places an order with the content of a cart, unless an order with this number exists.
  ///
  /// - Parameters:
  ///   - number: The order's number, which is also the order's id.
  ///   - key: The id of the operation that placed the order; `nil` if no app placed it.
  ///   - cart: The ordered cart.
  public mutating func place(_ number: String, key: String? = nil, cart: CartView) {
    guard !records.contains(where: { $0.order.id == number }) else { return }
    let course = courses[cart.fulfilment?.kind ?? "delivery"] ?? .delivery
    var changes = [
      Change(
        at: now, status: "created", promised: course.promised(from: now),
        nextChange: course.expected(0, from: now))
    ]
    for (index, stage) in course.stages.enumerated() {
      let courier = OrderView.Courier(name: "Aliya", phone: "+77010000001")
      changes.append(
        Change(
          at: max(changes[index].at + 1, now + stage.after + stage.deviation),
          status: stage.status, nextChange: course.expected(index + 1, from: now),
          courier: stage.status == "inTransit" ? courier : nil))
    }
    records.append(
      Record(
        order: OrderView(number, key: key, cart: cart, at: now),
        cancelableUntil: now + course.cancelWindow, changes: changes))
    settle()
  }

  /// Adds finished orders to the history, one for each of the last `count` days.
  public mutating func addHistory(_ count: Int, of cart: CartView) {
    let older = (0..<count).reversed().map { index in
      let time = now - (index + 1) * 86_400
      return Record(
        order: OrderView("H-\(count - index)", key: nil, cart: cart, at: time),
        cancelableUntil: time,
        changes: [Change(at: time, status: "created"), Change(at: time + 60, status: "fulfilled")],
        settled: 2)
    }
    records.insert(contentsOf: older, at: 0)
  }

  /// Delays each planned change of an order, such as its next status, by a number of seconds.
  ///
  /// Also delays the interval promised to the user, and the interval in which the next status is
  /// expected.
  public mutating func delay(_ id: String, by seconds: Int) {
    change(id) { record, now in
      let order = record.changes.last { $0.at <= now && $0.promised != nil }?.promised
      let next = record.changes.last { $0.at <= now && $0.nextChange != nil }?.nextChange
      let future = record.changes.filter { $0.at > now }
      record.changes.removeAll { $0.at > now }
      record.changes.append(
        Change(at: now, promised: order?.later(seconds), nextChange: next?.later(seconds)))
      record.changes += future.map { $0.later(seconds) }
    }
  }

  /// Applies the next planned change of an order now, such as its next status.
  ///
  /// All later planned changes happen earlier by the same number of seconds as this one.
  public mutating func advance(_ id: String) {
    change(id) { record, now in
      guard let next = record.changes.firstIndex(where: { $0.at > now }) else { return }
      let seconds = now - record.changes[next].at
      for index in next..<record.changes.count {
        record.changes[index] = record.changes[index].later(seconds)
      }
    }
  }

  /// Ends an order as fulfilled now.
  public mutating func finish(_ id: String) { end(id, "fulfilled") }

  /// Ends an order as rejected by the restaurant, and refunds it.
  public mutating func reject(_ id: String, because reason: String) {
    end(id, "rejected", because: reason, refunds: true)
  }

  /// Cancels an order as another device of the user would.
  ///
  /// The order is canceled even after the time until which the user can cancel it.
  public mutating func cancelElsewhere(_ id: String) { end(id, "cancelled", refunds: true) }

  /// Sets the current status of an order to any text, even to a status that no app knows.
  ///
  /// The changes that are planned for later still happen.
  public mutating func setStatus(_ status: String, of id: String) {
    change(id) { record, now in
      let index = record.changes.firstIndex { $0.at > now } ?? record.changes.count
      let next = record.changes[..<index].last?.nextChange
      record.changes.insert(Change(at: now, status: status, nextChange: next), at: index)
    }
  }

  private mutating func end(
    _ id: String, _ status: String, because reason: String? = nil, refunds: Bool = false
  ) {
    guard let order = order(id), !order.isFinal else { return }
    let due = order.totals.due
    change(id) { record, now in
      record.changes.removeAll { $0.at > now }
      record.changes.append(
        Change(
          at: now, status: status, reason: reason,
          refund: refunds ? OrderView.Refund(status: "pending", amount: due) : nil))
      if refunds {
        record.changes.append(
          Change(at: now + 600, refund: OrderView.Refund(status: "completed", amount: due)))
      }
    }
  }

  private mutating func change(_ id: String, _ body: (inout Record, Int) -> Void) {
    settle()
    guard let index = records.firstIndex(where: { $0.order.id == id }) else { return }
    body(&records[index], now)
    settle()
  }

  /// Returns the orders that were fulfilled since the last call of this function.
  public mutating func takeFulfilled() -> [OrderView] {
    settle()
    defer { fulfilled = [] }
    return fulfilled.compactMap(order)
  }

  /// Adds the missing events for all changes of orders that have happened by ``now``.
  public mutating func settle() {
    var found: [(at: Int, record: Int, revision: Int)] = []
    for index in records.indices {
      let changes = records[index].changes
      while records[index].settled < changes.count, changes[records[index].settled].at <= now {
        let change = changes[records[index].settled]
        records[index].settled += 1
        found.append((change.at, index, records[index].settled))
        if change.status == "fulfilled" { fulfilled.append(records[index].order.id) }
      }
    }
    for (at, record, revision) in found.sorted(by: { ($0.at, $0.record) < ($1.at, $1.record) }) {
      events.append(
        Event(
          sequence: events.count + 1, id: records[record].order.id, revision: revision, at: at))
    }
  }

  // MARK: Requests

  /// Answers a request.
  ///
  /// A change with the idempotency key of an earlier change gets the earlier response again. If the
  /// two changes differ, the response is 422.
  public mutating func answer(_ request: HTTPRequest) -> HTTPResponse {
    settle()
    let parts = request.path.split(separator: "/").map(String.init)
    guard parts.count >= 2, parts[0] == "v1", parts[1] == "orders", request.context != nil else {
      return .status(404)
    }
    switch (request.method, parts.count) {
    case (.get, 2): return list(request)
    case (.get, 3):
      guard let order = orders(at: now - replicaLag).first(where: { $0.id == parts[2] }) else {
        return .unknownOrder
      }
      return .json(List(revision: nil, now: now, orders: [order]))
    case (.post, 4) where parts[3] == "cancel":
      if let known = answers.response(to: request) { return known }
      return answers.record(cancel(parts[2]), to: request)
    default: return .status(404)
    }
  }

  private mutating func cancel(_ id: String) -> HTTPResponse {
    guard let order = order(id) else { return .unknownOrder }
    if order.status != "cancelled" {
      guard !order.isFinal, let last = order.cancelableUntil, now <= last else {
        return .refused(409, "tooLate", "the order can no longer be canceled")
      }
      end(id, "cancelled", because: "canceled by you", refunds: true)
    }
    return .json(List(revision: nil, now: now, orders: [self.order(id) ?? order]))
  }

  private func list(_ request: HTTPRequest) -> HTTPResponse {
    let time = now - replicaLag
    let known = orders(at: time)
    if let key = request.query["key"] {
      // The app sends a key to find out whether its order was placed. The response always has the
      // current data: data with the age `replicaLag` may lack the order.
      return .json(List(revision: nil, now: now, orders: all.filter { $0.key == key }))
    }
    let revision = known.reduce(0) { $0 + $1.revision }
    guard request.query["state"] == "finished" else {
      let listed = known.filter { !$0.isFinal || time - ($0.finishedAt ?? 0) < listedAfterEnd }
      let etag = ETag(rawValue: "\"orders-\(revision)-\(listed.count)\"")
      return .json(List(revision: revision, now: now, orders: listed), etag: etag)
        .unlessKnown(to: request)
    }
    let finished = known.filter(\.isFinal).sorted {
      ($0.createdAt, $0.id) > ($1.createdAt, $1.id)
    }
    let after = request.query["after"]
    let start = after.flatMap { id in finished.firstIndex { $0.id == id } }.map { $0 + 1 }
    guard after == nil || start != nil else {
      return .refused(404, "unknownCursor", "the page does not exist")
    }
    let page = finished.dropFirst(start ?? 0).prefix(pageSize)
    let isLast = page.endIndex == finished.endIndex
    let etag = ETag(rawValue: "\"history-\(revision)-\(finished.count)-\(after ?? "")\"")
    return .json(
      List(revision: nil, now: now, orders: Array(page), next: isLast ? nil : page.last?.id),
      etag: etag
    ).unlessKnown(to: request)
  }
}

extension HTTPResponse {
  fileprivate static var unknownOrder: HTTPResponse {
    .refused(404, "unknownOrder", "this order does not exist")
  }
}

extension OrderView.Interval {
  fileprivate func later(_ seconds: Int) -> OrderView.Interval {
    OrderView.Interval(from: from + seconds, to: to + seconds)
  }
}
