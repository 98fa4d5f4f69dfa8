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
  /// The features of which the guest who signed in has left data that the account does not have yet.
  ///
  /// The orders, addresses, carts and reviews are moved to the account while it can already be used, each
  /// for itself. An order that the service has not answered yet is waited for. The set contains
  /// ``AppFeature/session`` until the data of the last guest is erased on the device. If there is a later
  /// guest, the set then contains the parts of that guest's data.
  public internal(set) var guestData: Set<AppFeature> = []
  /// The reasons why data of ``guestData`` could not be moved the last time.
  ///
  /// The data is still on the device. It is moved when the gate changes, or at the next launch or sign-in.
  /// If the data of the first guest cannot be read, ``guestData`` is empty; if that of a later one cannot,
  /// it contains ``AppFeature/session``. The reason is that of ``AppFeature/session``.
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

/// A feature of a ``FoodApp``.
public enum AppFeature: String, Sendable, Hashable, CaseIterable {
  /// A feature that exists once on the device, whichever account is signed in.
  case cities, menu, session
  /// A feature that exists separately for each account and for the guest.
  case cart, addresses, orders, reviews, profile
}
