public import Networking

/// The feature-specific part of an ``OptimisticStore``: computes the feature's state and makes its
/// requests.
///
/// A model stores no data. ``state(of:)`` and ``reconcile(_:with:)`` are pure, and ``state(of:)`` runs on the
/// thread that reads the state. All functions of the model may run concurrently, on any thread.
///
/// ```swift
/// func state(of favorites: OptimisticSnapshot<[String], FavoritesChange>) -> FavoritesState {
///   var state = FavoritesState(products: favorites.base, sync: favorites.sync)
///   for item in favorites.pending {
///     state.refused[item.id] = item.refusal
///     if item.refusal == nil { item.change?.apply(to: &state.products) }
///   }
///   return state
/// }
/// ```
public protocol OptimisticModel: Sendable {
  /// The base: the latest value that the server has confirmed, together with data that only the device
  /// has.
  associatedtype Base: Sendable & Equatable
  /// A change that the user makes and the server applies.
  associatedtype Change: OutboxChange
  /// The state of the feature for a screen, which ``state(of:)`` computes.
  associatedtype State: Sendable & Equatable
  /// The type of the errors that the feature's functions throw.
  associatedtype Failure: SyncFailure

  /// Whether the store fetches the server's value before it sends a change again; `false` by default.
  ///
  /// A change that got no final response is sent again under the same idempotency key. Return `true` if
  /// the server may then repeat its first response, whose value may be outdated. The fetch gives the
  /// base a higher ``ServerVersion`` than that response, so the store ignores the outdated value.
  var fetchesBeforeRepeating: Bool { get }

  /// The longest expected lag of a replica of the server; one minute by default.
  ///
  /// A fetched value may have a lower ``ServerVersion`` than the base. The store ignores such a value
  /// until this time has passed since the server last confirmed the base. After that, the fetched value
  /// replaces the base.
  var replicaLag: Duration { get }

  /// Returns the state to draw: the base with the effects of the pending changes.
  ///
  /// This is a pure function.
  func state(of snapshot: OptimisticSnapshot<Base, Change>) -> State

  /// Edits the base, and decides which pending changes to discard or replace without asking the user.
  ///
  /// The store calls this function after the base, the pending changes or the city has changed; with a long
  /// queue, once for several events. For example, the server has closed a cart. The model of the cart then
  /// sets its lines aside in the base, and discards the refused changes of this cart.
  ///
  /// This is a pure and idempotent function: a second call with the result of the first call must
  /// change nothing.
  ///
  /// - Parameters:
  ///   - base: The base, which this function may edit; the store saves the result.
  ///   - snapshot: The base before this call, the pending changes and the chosen city.
  /// - Returns: The resolutions of pending changes; none by default.
  func reconcile(
    _ base: inout Base, with snapshot: OptimisticSnapshot<Base, Change>
  ) -> [Resolution<Change>]

  /// Fetches the server's value.
  ///
  /// - Parameters:
  ///   - base: The ``Base`` when the request is sent.
  ///   - validator: The validator of the last fetched value, such as an `ETag`. If the server still has
  ///     this value, it need not send the value again. `nil` if the last fetched value had no
  ///     validator, or if after the last fetch the city or the language has changed, or the response to
  ///     a change has updated the base.
  ///   - context: The city for which the request is made.
  /// - Returns: The server's value, or the reason why there is none.
  func fetch(
    _ base: Base, unless validator: String?, in context: RequestContext
  ) async -> FetchOutcome<Base>

  /// Makes one attempt to send a change.
  ///
  /// The same change is sent under the same idempotency key until the outcome is known.
  ///
  /// - Parameters:
  ///   - change: The change and its idempotency key.
  ///   - base: The ``Base`` when the request is sent.
  ///   - context: The city for which the request is made.
  /// - Returns: The outcome, with the server's value if the response contains it.
  func send(
    _ change: OutgoingChange<Change>, on base: Base, in context: RequestContext
  ) async -> SendOutcome<Change, Base>
}

extension OptimisticModel {
  /// The default, `false`: a change is sent again without a fetch before it.
  public var fetchesBeforeRepeating: Bool { false }

  /// The default, one minute: an older value is ignored for so long after the last confirmation.
  public var replicaLag: Duration { .seconds(60) }

  /// The default: leaves the base unchanged, and resolves no pending change.
  public func reconcile(
    _ base: inout Base, with snapshot: OptimisticSnapshot<Base, Change>
  ) -> [Resolution<Change>] { [] }

  /// The default, for a feature whose value cannot be fetched: sends no request, and returns
  /// ``FetchOutcome/notModified``.
  public func fetch(
    _ base: Base, unless validator: String?, in context: RequestContext
  ) async -> FetchOutcome<Base> { .notModified }
}

/// A way to resolve a pending change without asking the user.
public enum Resolution<Change: OutboxChange>: Sendable, Equatable {
  /// Removes a change that the server certainly does not have.
  case discard(ChangeID)
  /// Replaces a refused change with another one of the same ``Lane``.
  case replace(ChangeID, with: Change)

  /// The number of the change in the queue.
  var id: Int {
    switch self {
    case .discard(let id), .replace(let id, _): id.rawValue
    }
  }
}
