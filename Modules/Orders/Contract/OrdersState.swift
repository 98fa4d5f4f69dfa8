public import Sync

/// The orders as a screen draws them.
public struct OrdersState: Sendable, Hashable {
  /// The orders that have not ended, the newest first.
  public internal(set) var active: [Order]
  /// The orders that have ended and were not acknowledged by ``OrderTracker/acknowledge(_:)``, the newest
  /// first.
  public internal(set) var finished: [Order]
  /// The stored first page of the history; `nil` before its first fetch.
  public internal(set) var history: OrderPage?
  /// The cancellations that the server has not confirmed, the oldest first.
  public internal(set) var cancellations: [PendingCancellation]
  /// The problems with single orders of the last fetch.
  public internal(set) var problems: [OrderProblem]
  /// The status of loading, fetching and storing.
  public internal(set) var sync: SyncState
  /// The revisions that events have announced and that the server's answers do not contain yet, by the id
  /// of the order.
  var announced: [Order.ID: Int] = [:]

  /// Creates a state, for samples and tests.
  public init(
    active: [Order] = [], finished: [Order] = [], history: OrderPage? = nil,
    cancellations: [PendingCancellation] = [], problems: [OrderProblem] = [],
    sync: SyncState = SyncState()
  ) {
    self.active = active
    self.finished = finished
    self.history = history
    self.cancellations = cancellations
    self.problems = problems
    self.sync = sync
  }

  /// Returns an active or finished order.
  public func order(_ id: Order.ID) -> Order? {
    active.first { $0.id == id } ?? finished.first { $0.id == id }
  }
}

/// A page of the history.
public struct OrderPage: Codable, Sendable, Hashable {
  /// A position in the history, as the server encodes it.
  public struct Cursor: RawRepresentable, Codable, Sendable, Hashable {
    /// The server's text.
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
  /// The id, for `retry(_:)` and `discard(_:)`.
  public let id: Int
  /// The order; `nil` if this release cannot decode the change.
  public let order: Order.ID?
  /// The status of the cancellation, compared with the server.
  public let status: SyncStatus<CancellationRejection>
  /// The reason why the cancellation is still pending.
  public let reason: WaitReason

  /// Creates a value, for samples and tests.
  public init(
    id: Int, order: Order.ID?, status: SyncStatus<CancellationRejection> = .pending,
    reason: WaitReason = .ready
  ) {
    self.id = id
    self.order = order
    self.status = status
    self.reason = reason
  }
}

/// A reason for which the server refuses a cancellation.
public enum CancellationRejection: Codable, Sendable, Hashable {
  /// The time in which the user can cancel the order is over.
  case tooLate
  /// The user has no such order.
  case unknownOrder
  /// Another reason, with the service's code.
  case other(String)
}

/// A problem with one order in an answer of the server; the other orders of the answer are shown.
public struct OrderProblem: Sendable, Hashable {
  /// The kind of a problem.
  public enum Kind: Sendable, Hashable {
    /// The order cannot be read; the text is for logs.
    case unreadable(String)
    /// The order belongs to another account.
    case anotherAccount
    /// The answer would set the order's status back to this one; the later status is shown.
    case wentBack(to: OrderStatus)
    /// The server does not know the order; it is still shown.
    case unknownToServer
  }

  /// The id of the order; empty if the order cannot be read.
  public let order: Order.ID
  /// The kind of the problem.
  public let kind: Kind

  /// Creates a problem, for samples and tests.
  public init(_ order: Order.ID, _ kind: Kind) {
    self.order = order
    self.kind = kind
  }
}
