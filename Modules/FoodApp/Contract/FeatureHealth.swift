/// Whether a feature of a ``FoodApp`` is running, and the reason if it is not.
///
/// If one feature fails, the health of the other features does not change.
public enum FeatureHealth: Sendable, Hashable {
  /// The feature is not running: ``FoodApp/run()`` was not called, or there is no user yet.
  case stopped
  /// The feature is reading its stored data.
  case starting
  /// The feature has read its stored data, and sends and fetches data.
  case running
  /// The feature requires an account, and the current user is a guest.
  ///
  /// Changes that the guest makes are stored, and are sent after the guest signs in to an account without
  /// data on this device. An account that already has data receives the guest's carts, the orders, the
  /// addresses and the reviews.
  case needsAccount
  /// The feature has stopped with this failure, usually because it cannot read its files.
  ///
  /// ``FoodApp/restart(_:)`` starts it again.
  case failed(FeatureFailure)
}
