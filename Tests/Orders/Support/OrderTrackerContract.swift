public import StorageTestSupport

/// The rules of the contract `OrderTracker`.
public enum OrderTrackerContract {
  /// All rules, each checked on a device that has not been used.
  public static let rules: [Rule<OrdersDevice>] =
    taking + advancing + canceling + reading + refusing + ending
}
