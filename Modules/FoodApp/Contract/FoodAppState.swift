public import Profile

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
  /// The parts of a guest's data that have not been moved to the account yet.
  ///
  /// After a sign-in, the guest's orders, addresses, carts and reviews are moved to the account,
  /// independently of each other. The account can be used meanwhile. The carts are moved once the service
  /// has answered each order of the guest. The set contains ``AppFeature/session`` until the guest's data is
  /// erased on the device. If a later guest has left data, too, the set then contains the parts of that data.
  public internal(set) var guestData: Set<AppFeature> = []
  /// The reasons why parts of ``guestData`` could not be moved, as of the last attempt.
  ///
  /// The data is still on the device. The move is repeated when the gate changes, and at the next launch or
  /// sign-in. If a guest's data cannot be read at all, the reason is that of ``AppFeature/session``.
  /// ``guestData`` is then empty for the first guest, and contains ``AppFeature/session`` for a later one.
  public internal(set) var guestFailures: [AppFeature: FeatureFailure] = [:]
  /// The health of each feature; all are ``FeatureHealth/stopped`` before ``FoodApp/run()`` is called.
  public internal(set) var health: [AppFeature: FeatureHealth] =
    Dictionary(uniqueKeysWithValues: AppFeature.allCases.map { ($0, .stopped) })

  /// The features that have failed, in the order of the cases of ``AppFeature``.
  ///
  /// Each can be restarted with ``FoodApp/restart(_:)``.
  public var failures: [(feature: AppFeature, failure: FeatureFailure)] {
    AppFeature.allCases.compactMap { feature in
      if case .failed(let failure)? = health[feature] { (feature, failure) } else { nil }
    }
  }
}

/// A feature of a ``FoodApp``, which runs and fails independently of the others.
public enum AppFeature: String, Sendable, Hashable, CaseIterable {
  /// A feature that exists once on the device, whichever account is signed in.
  case cities, menu, session
  /// A feature that exists separately for each account and for the guest.
  case cart, addresses, orders, reviews, profile
}
