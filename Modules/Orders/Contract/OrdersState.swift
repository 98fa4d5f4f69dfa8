public import Sync

/// The orders for a screen: active orders, finished orders, the history, and pending cancellations.
public struct OrdersState: Sendable, Hashable {
  /// The orders that have not ended, the newest first.
  public internal(set) var active: [Order]
  /// The orders that have ended and that ``OrderTracker/acknowledge(_:)`` has not moved to the history,
  /// the newest first.
  public internal(set) var finished: [Order]
  /// The stored first page of the order history.
  ///
  /// Before its first fetch, the page contains the orders that ``OrderTracker/acknowledge(_:)`` has
  /// moved to the history, and ``OrderPage/next`` is `nil`. If there are no such orders, the page is
  /// `nil`.
  public internal(set) var history: OrderPage?
  /// The cancellations that the server has not confirmed, the oldest first.
  public internal(set) var cancellations: [PendingCancellation]
  /// The problems with individual orders in the server's latest responses.
  public internal(set) var problems: [OrderProblem]
  /// The status of loading, fetching and storing the orders.
  public internal(set) var sync: SyncState
  /// The revisions that an ``OrderEvent`` has announced and that no response of the server contains
  /// yet, by the id of the order.
  var announced: [Order.ID: Int] = [:]
  /// The server's times at which the device received the revisions of the orders, by the id of the order.
  var received = StoredOrders.Times()

  /// Creates a state, for samples and tests.
  public init(
    active: [Order] = [], finished: [Order] = [], history: OrderPage? = nil,
    cancellations: [PendingCancellation] = [], problems: [OrderProblem] = [],
    sync: SyncState = SyncState()
  ) {
    (self.active, self.finished, self.history) = (active, finished, history)
    (self.cancellations, self.problems, self.sync) = (cancellations, problems, sync)
  }

  /// Returns the active or finished order with an id; `nil` if there is none.
  public func order(_ id: Order.ID) -> Order? {
    active.first { $0.id == id } ?? finished.first { $0.id == id }
  }
}

/// A page of the user's order history.
public struct OrderPage: Codable, Sendable, Hashable {
  /// A position in the user's order history, in the server's encoding.
  public struct Cursor: RawRepresentable, Codable, Sendable, Hashable {
    /// The server's text for the position in the order history.
    public let rawValue: String

    /// Creates a cursor from the server's text.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The finished orders, the newest first.
  public internal(set) var orders: [Order]
  /// The position of the next page; `nil` at the end of the history.
  public internal(set) var next: Cursor?

  /// Creates a page, for samples and tests.
  public init(orders: [Order], next: Cursor? = nil) {
    self.orders = orders
    self.next = next
  }
}

/// A cancellation that the server has not confirmed.
public struct PendingCancellation: Sendable, Hashable, Identifiable {
  /// The id of the cancellation, for `retry(_:)` and `discard(_:)`.
  public let id: Int
  /// The id of the order; `nil` if this release cannot decode the cancellation.
  public let order: Order.ID?
  /// The status, such as `.pending` before the cancellation is sent and `.failed` after a rejection.
  public let status: SyncStatus<CancellationRejection>
  /// The reason why the cancellation is still queued, such as `.ready` if it is sent next.
  public let reason: WaitReason

  /// Creates a pending cancellation, for samples and tests.
  ///
  /// `id` is the id of the cancellation. `order` is the id of the order.
  public init(
    id: Int, order: Order.ID?, status: SyncStatus<CancellationRejection> = .pending,
    reason: WaitReason = .ready
  ) {
    (self.id, self.order, self.status, self.reason) = (id, order, status, reason)
  }
}

/// A reason why the server rejects a cancellation.
public enum CancellationRejection: Codable, Sendable, Hashable {
  /// The time in which the user can cancel the order is over.
  case tooLate
  /// The user has no such order.
  case unknownOrder
  /// Any other reason, with the server's code.
  case other(String)
}

/// A problem with one order in a response of the server; the other orders in the response are shown.
public struct OrderProblem: Sendable, Hashable {
  /// The kind of a problem.
  public enum Kind: Sendable, Hashable {
    /// The order, or only some parts of it, cannot be read; the associated text names them, for logs.
    ///
    /// If its id, revision and status can be read, the order is shown with the readable parts. The other
    /// parts are those of an earlier response, or empty.
    case unreadable(String)
    /// The order belongs to another account, so it is not shown.
    case anotherAccount
    /// The server does not know the order; it is still shown.
    case unknownToServer
  }

  /// The id of the order; empty if the id cannot be decoded.
  public let order: Order.ID
  /// The kind of the problem.
  public let kind: Kind

  /// Creates a problem, for samples and tests.
  public init(_ order: Order.ID, _ kind: Kind) {
    self.order = order
    self.kind = kind
  }
}

extension CancellationRejection: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .tooLate: "too late"
    case .unknownOrder: "the order is not known"
    case .other(let code): code
    }
  }
}
