public import Addresses
public import Cart
public import OrderRating
public import Orders
public import Profile
public import Sync

/// The features of one account, or of a guest.
///
/// The features can be used until the account changes or ``FoodApp/run()`` ends. Afterward, a call throws,
/// or `SyncState.isDurable` is `false` after it, and nothing is stored or sent.
public struct FoodAppUser: Sendable, Identifiable {
  /// The identity of the current user, which changes with each sign-in and sign-out.
  public struct ID: Sendable, Hashable {
    /// The id of the signed-in account; `nil` for a guest.
    public let account: AccountID?
    let number: Int
  }

  /// The identity of the user; a view can use it as its id.
  public let id: ID
  /// The carts of this user, one per city; the state is that of the chosen city's cart.
  public let cart: any ShoppingCart
  /// The saved addresses of this user; ``setDelivery(to:isolation:)`` chooses one for the cart.
  public let addresses: any AddressBook
  /// The orders of this user: the active orders, the finished orders and the history.
  public let orders: any OrderTracker
  /// The reviews of this user's finished orders; ``promptForReview(isolation:)`` selects an order to rate.
  public let reviews: any OrderReviews
  /// The profile of this user; the server has none of a guest, so it contains only the guest's own changes.
  public let profile: any ProfileEditor
  /// The dependencies of this user's features, for a feature that the app adds.
  ///
  /// The transport adds the account's token, and the directory contains all files of this user.
  public let environment: FeatureEnvironment

  /// The id of the signed-in account; `nil` for a guest.
  public var account: AccountID? { id.account }
}
