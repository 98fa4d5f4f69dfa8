import Foundation
import Networking
import Sync
import Synchronization

/// The server's endpoints for orders.
struct OrderServer: Sendable {
  static let path = "/v1/orders"
  /// The maximum size of a response in bytes; any list of orders is much smaller.
  static let sizeLimit = 1 << 20

  let transport: any Transport
  /// The id of the user's account; `nil` for a guest.
  let account: String?
  let time: ServerTime

  /// Fetches a list of orders.
  ///
  /// - Parameters:
  ///   - query: The query of the URL. An empty query selects the active orders. `state=finished`
  ///     selects the history, and `after` is the ``OrderPage/Cursor`` of a page.
  ///   - validator: The ETag of the stored list. If the list has not changed, the response is 304
  ///     without a body. With `nil`, the response always contains the list.
  ///   - context: The city and the language of the request.
  /// - Returns: The outcome of the request.
  func list(
    query: [String: String] = [:], unless validator: String?, in context: RequestContext
  ) async -> ResponseOutcome {
    var request = HTTPRequest(.get, Self.path, query: query, in: context)
    request.ifChangedSince = validator.flatMap(ETag.init)
    return await answer(to: request)
  }

  /// Fetches one order.
  func order(_ id: Order.ID, in context: RequestContext) async -> ResponseOutcome {
    await answer(to: HTTPRequest(.get, "\(Self.path)/\(id)", in: context))
  }

  /// Sends a cancellation of an order; `key` is the idempotency key of the request.
  func cancel(_ id: Order.ID, key: IdempotencyKey, in context: RequestContext) async
    -> ResponseOutcome
  {
    let body = HTTPRequest.Body(Data("{}".utf8), .json)
    var request = HTTPRequest(.post(body), "\(Self.path)/\(id)/cancel", in: context)
    request.idempotencyKey = key
    return await answer(to: request)
  }

  private func answer(to request: HTTPRequest) async -> ResponseOutcome {
    var request = request
    request.sizeLimit = Self.sizeLimit
    return await transport.answer(to: request)
  }

  /// Decodes a list of orders, and sets ``time`` to the server's time in the response.
  func read(_ response: HTTPResponse) throws(UnusableBody) -> OrderListDocument {
    let list = try response.json(OrderListDocument.self)
    if let now = list.now?.value { time.set(now.date) }
    return list
  }

  /// Decodes a response that contains only the order with this id; throws if it contains another order.
  func readOrder(_ id: Order.ID, _ response: HTTPResponse) throws(UnusableBody) -> OrderDocument {
    let found = try read(response).orders(of: account)
    guard let order = found.orders.first, order.id == id else {
      throw UnusableBody(reason: found.problems.first.map { "\($0.kind)" } ?? "another order")
    }
    return order
  }
}

/// A clock that shows the server's time.
///
/// The time is computed from the server's last response and the duration since then. The duration is
/// measured by a clock that the user cannot set.
final class ServerTime: Sendable {
  private let stopwatch: Stopwatch
  /// The server's time at the creation of this object; `nil` before the first response.
  private let start = Mutex<Date?>(nil)
  /// The number of seconds by which a time in a response must be earlier than ``now`` to replace it.
  ///
  /// No response takes this long, so the server's clock was set.
  private static let longestResponse: TimeInterval = 60

  init(_ clock: any Clock<Duration>) { stopwatch = Stopwatch(clock) }

  /// The time since the creation of this object.
  var elapsed: Duration { stopwatch.elapsed() }

  /// The server's time; `nil` before its first response.
  var now: Date? { start.withLock { $0 }?.addingTimeInterval(elapsed / .seconds(1)) }

  /// Sets the server's time to the time in a response that has just arrived.
  ///
  /// An earlier time than ``now`` is ignored if the difference is less than a minute, because the
  /// response may have been on its way for that long.
  func set(_ time: Date) {
    let new = time.addingTimeInterval(elapsed / .seconds(-1))
    start.withLock { start in
      let late = start?.timeIntervalSince(new) ?? 0
      if late <= 0 || late >= Self.longestResponse { start = new }
    }
  }
}
