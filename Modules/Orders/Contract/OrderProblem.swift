/// A problem with one order in a response of the server; the other orders in the response are shown.
public struct OrderProblem: Sendable, Hashable {
  /// The kind of a problem, which determines whether the order is still shown.
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
  /// The kind of the problem, for example that some parts of the order cannot be read.
  public let kind: Kind

  /// Creates a problem, for samples and tests.
  public init(_ order: Order.ID, _ kind: Kind) {
    self.order = order
    self.kind = kind
  }
}
