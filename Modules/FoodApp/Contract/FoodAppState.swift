public import Addresses
public import Cart
public import OrderRating
public import Orders
public import Profile
import Storage
public import Sync

/// The state of a ``FoodApp``: the session, the features of the current user, and the health of each
/// feature.
public struct FoodAppState: Sendable {
  /// The state of the session, such as whether the user is signed in.
  public internal(set) var session = SessionState()
  /// The features of the current account or guest; `nil` until the session has been read.
  ///
  /// After a change of the account, the value has another ``FoodAppUser/id``. Give a view this id, and
  /// SwiftUI discards the view's state when the account changes:
  ///
  /// ```swift
  /// if let user = app.state.user { OrderingView(user).id(user.id) }
  /// ```
  public internal(set) var user: FoodAppUser?
  /// The features of which the guest who signed in has left data that the account does not have yet.
  ///
  /// The orders, the addresses and the carts are moved to the account while it can already be used, each
  /// for itself. An order that the service has not answered yet is waited for. The set contains
  /// ``AppFeature/session`` until the guest's data is erased on the device.
  public internal(set) var guestData: Set<AppFeature> = []
  /// The reasons why data of ``guestData`` could not be moved the last time.
  ///
  /// The data is still on the device. It is moved when the gate changes, or at the next launch or sign-in.
  /// If the guest's data cannot be read, ``guestData`` is empty, and the reason is that of
  /// ``AppFeature/session``.
  public internal(set) var guestFailures: [AppFeature: FeatureFailure] = [:]
  /// The health of each feature; all are ``FeatureHealth/stopped`` before ``FoodApp/run()`` is called.
  public internal(set) var health: [AppFeature: FeatureHealth] =
    Dictionary(uniqueKeysWithValues: AppFeature.allCases.map { ($0, .stopped) })

  init() {}

  /// The features that have failed, in the order of the cases of ``AppFeature``.
  ///
  /// Each can be restarted with ``FoodApp/restart(_:)``.
  public var failures: [(feature: AppFeature, failure: FeatureFailure)] {
    AppFeature.allCases.compactMap { feature in
      if case .failed(let failure)? = health[feature] { (feature, failure) } else { nil }
    }
  }
}

/// A feature of a ``FoodApp``.
public enum AppFeature: String, Sendable, Hashable, CaseIterable {
  /// A feature that exists once on the device, whichever account is signed in.
  case cities, menu, session
  /// A feature that exists separately for each account and for the guest.
  case cart, addresses, orders, reviews, profile
}

/// The health of a feature.
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
  /// data on this device. An account that already has data receives only the lines of the guest's carts,
  /// the orders and the addresses.
  case needsAccount
  /// The feature cannot read its files, and its calls throw.
  ///
  /// ``FoodApp/restart(_:)`` reads the files again.
  case failed(FeatureFailure)
}

/// The reason why a feature has failed.
public enum FeatureFailure: Error, Sendable, Hashable {
  /// The stored data of the feature cannot be read or written, or a call was canceled.
  ///
  /// ``FoodApp/restart(_:)`` throws `.sync(.cancelled)` if the calling task was canceled.
  case sync(SyncError)
  /// The session has failed with this error.
  case session(SessionError)
  /// The feature has failed with an error of any other type; the text describes the error for a log.
  case other(String)

  init(_ error: any Error) {
    self =
      switch error {
      case CartError.sync(let error): .sync(error)
      case AddressError.sync(let error): .sync(error)
      case OrdersError.sync(let error): .sync(error)
      case ReviewError.sync(let error): .sync(error)
      case ProfileError.sync(let error): .sync(error)
      case let error as SyncError: .sync(error)
      case let error as StorageError: .sync(.storage(error))
      case let error as SessionError: .session(error)
      default: .other("\(error)")
      }
  }
}

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

extension FeatureFailure: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .sync(let error): "\(error)"
    case .session(let error): "\(error)"
    case .other(let text): text
    }
  }
}
