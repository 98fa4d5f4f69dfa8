public import Commerce

/// A refund of an order: its amount, and whether the user has received the money.
public struct OrderRefund: Codable, Sendable, Hashable {
  /// The status of a refund.
  ///
  /// A status that this release does not know is preserved; a screen shows the server's name for it.
  public struct Status: RawRepresentable, Codable, Sendable, Hashable {
    /// The name that the server uses for this status, such as `pending`.
    public let rawValue: String

    /// Creates a status from the server's name for it, also from one that this release does not know.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The refund is in progress: the user has not received the money yet.
    public static let pending = Status(rawValue: "pending")
    /// The refund is complete: the user has received the money.
    public static let completed = Status(rawValue: "completed")
    /// The refund has failed: the money could not be returned to the user.
    public static let failed = Status(rawValue: "failed")
  }

  /// The progress of the refund, such as ``Status/pending`` until the user has received the money.
  public let status: Status
  /// The refunded amount, in the currency of ``Order/totals``.
  public let amount: Money
}
