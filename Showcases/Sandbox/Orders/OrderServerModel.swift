public import Networking

/// An in-process server of orders that implements the OpenAPI description of `/v1/orders`.
///
/// An order is a log of dated changes, of which the future ones are the plan of its course. The order at
/// any time is the changes up to that time, and its revision is their number, so a lagging replica
/// answers with an earlier time. The model is independent of the module `Orders` and shares only the
/// wire format with it. It answers at once and without faults.
public struct OrderServerModel: ServerModel, Codable {
  /// An event for a socket or a push notification.
  public struct Event: Codable, Sendable, Equatable {
    /// The position among all events, from 1.
    public let sequence: Int
    /// The order's ID.
    public let id: String
    /// The order's revision after the change.
    public let revision: Int
    /// The time of the change.
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
    /// The changes in the order of time; those in the future are planned.
    var changes: [Change]
    /// The number of changes that are in ``events``.
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
  /// The seconds by which the answers to reads lag behind.
  public var replicaLag = 0
  /// The course of the orders that are placed next, by fulfillment method; others are deliveries.
  public var courses = ["pickup": OrderCourse.pickup, "delivery": OrderCourse.delivery]
  /// The number of orders on a page of the history.
  public var pageSize = 20
  /// The seconds for which an ended order is in the list of active ones.
  public var listedAfterEnd = 21_600
  /// The account in each order.
  public var account: String?
  /// The events in the order of the changes.
  public private(set) var events: [Event] = []
  private var records: [Record] = []
  private var fulfilled: [String] = []
  private var answers = AnsweredChanges()

  // The answers to repeated changes are not stored.
  private enum CodingKeys: CodingKey {
    case now, replicaLag, courses, pageSize, listedAfterEnd, account, events, records
    case fulfilled
  }

  /// Creates a server without orders.
  public init(now: Int = 1_700_000_000) { self.now = now }

  // MARK: Reading

  /// The orders as they are now, in the order of placing.
  public var all: [OrderView] { orders(at: now) }

  /// Returns an order as it is now.
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
        if order.isFinal { order.finishedAt = change.at }
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

  /// Places the order of a cart.
  ///
  /// - Parameters:
  ///   - number: The number, which is also the ID.
  ///   - key: The operation that has placed the order.
  ///   - cart: The cart as ordered.
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

  /// Adds finished orders to the history, one per day before now.
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

  /// Moves all planned changes of an order, and tells the user a new time.
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

  /// Makes the next planned change of an order now, and moves the later ones with it.
  public mutating func advance(_ id: String) {
    change(id) { record, now in
      guard let next = record.changes.firstIndex(where: { $0.at > now }) else { return }
      let seconds = now - record.changes[next].at
      for index in next..<record.changes.count {
        record.changes[index] = record.changes[index].later(seconds)
      }
    }
  }

  /// Makes an order arrive now.
  public mutating func finish(_ id: String) { end(id, "fulfilled") }

  /// Rejects an order.
  public mutating func reject(_ id: String, because reason: String) {
    end(id, "rejected", because: reason, refunds: true)
  }

  /// Cancels an order as another device of the user would, also outside of its cancel window.
  public mutating func cancelElsewhere(_ id: String) { end(id, "cancelled", refunds: true) }

  /// Sets any status now; the planned changes stay.
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

  /// Returns the orders that were fulfilled since the last call.
  public mutating func takeFulfilled() -> [OrderView] {
    settle()
    defer { fulfilled = [] }
    return fulfilled.compactMap(order)
  }

  /// Records the changes up to now as events.
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
  /// A repeated idempotency key gets the first response again, or 422 if the content differs.
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
      // An answer about what exists does not come from a replica.
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
