#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
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
  /// The state that a screen draws.
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
  ///     validator, or if the response to a change has updated the base after the last fetch.
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
  /// The default: `false`.
  public var fetchesBeforeRepeating: Bool { false }

  /// The default: one minute.
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

/// The input of ``OptimisticModel/state(of:)`` and ``OptimisticModel/reconcile(_:with:)``.
public struct OptimisticSnapshot<Base: Sendable & Equatable, Change: OutboxChange>: Sendable {
  /// The base: the value that the server has confirmed, together with data that only the device has.
  public let base: Base
  /// Whether ``base`` has been stored and would survive a crash.
  public let isStored: Bool
  /// The changes whose effect is not yet in ``base``, the oldest first.
  public let pending: [OutboxItem<Change>]
  /// The applied changes whose effect is already in ``base``, the oldest first.
  ///
  /// They stay queued until ``base`` is stored, so that a crash does not lose their effect.
  public let contained: [OutboxItem<Change>]
  /// The chosen city; `nil` before one is chosen.
  public let context: RequestContext?
  /// The status of the store.
  public let sync: SyncState

  /// Creates a snapshot, for tests of a model.
  public init(
    base: Base, isStored: Bool = true, pending: [OutboxItem<Change>] = [],
    contained: [OutboxItem<Change>] = [],
    context: RequestContext? = nil, sync: SyncState = SyncState()
  ) {
    self.base = base
    self.isStored = isStored
    self.pending = pending
    self.contained = contained
    self.context = context
    self.sync = sync
  }
}

/// A way to resolve a pending change without asking the user.
public enum Resolution<Change: OutboxChange>: Sendable, Equatable {
  /// Removes a change that the server certainly does not have.
  case discard(OutboxItem<Change>.ID)
  /// Replaces a refused change with another one of the same ``Lane``.
  case replace(OutboxItem<Change>.ID, with: Change)

  var id: OutboxItem<Change>.ID {
    switch self {
    case .discard(let id), .replace(let id, _): id
    }
  }
}

/// The effect of a server's response on the base.
public struct ServerUpdate<Base: Sendable>: Sendable {
  /// The version of the server's value in the response; `nil` if the server does not number versions.
  ///
  /// A value with a lower version than the base is outdated. The store ignores outdated values in
  /// responses to changes. It ignores outdated fetched values only until ``OptimisticModel/replicaLag``
  /// has passed since the server last confirmed the base. After that, the server has probably been
  /// restored from a backup, and the store applies the fetched value.
  public let version: ServerVersion?
  /// The server's time in the response; `nil` if the response does not tell it.
  public let time: Date?
  let needsFetch: Bool
  let apply: @Sendable (inout Base) -> Void

  /// Creates an update.
  ///
  /// - Parameters:
  ///   - version: The version of the base after the update; `nil` if the server does not number
  ///     versions.
  ///   - time: The server's time, by which the validity of changes is measured across restarts.
  ///   - needsFetch: Whether the store has to fetch the value because the response does not contain all
  ///     of it. Until that fetch, the state shows the effect of the applied change on top of the base.
  ///   - apply: Writes the server's value to the base; must not change the data that only the device
  ///     has.
  public init(
    version: ServerVersion? = nil, time: Date? = nil, needsFetch: Bool = false,
    _ apply: @escaping @Sendable (inout Base) -> Void = { _ in }
  ) {
    self.version = version
    self.time = time
    self.needsFetch = needsFetch
    self.apply = apply
  }
}

extension ServerUpdate {
  /// Creates an update by which `value` replaces the whole base; `version` is its version, if there is one.
  public init(_ value: Base, version: ServerVersion? = nil) {
    self.init(version: version) { $0 = value }
  }
}

/// A version number of one entity; versions of different entities cannot be compared.
public struct ServerVersion: Sendable, Hashable, Codable {
  /// The id of the entity that the version belongs to, such as a cart's id.
  ///
  /// Two versions can be compared only if they have the same id. The id is empty if the feature has one
  /// entity.
  public let entity: String
  /// The number of the version; grows with each change of the entity.
  public let number: Int

  /// Creates a version with its number.
  ///
  /// `entity` is the id of the entity, or an empty string if the feature has one entity.
  public init(_ number: Int, of entity: String = "") {
    self.entity = entity
    self.number = number
  }

  func isOlder(than other: ServerVersion?) -> Bool {
    other.map { entity == $0.entity && number < $0.number } ?? false
  }
}

/// The outcome of a request for the server's value.
public enum FetchOutcome<Base: Sendable>: Sendable {
  /// The server has sent a value.
  ///
  /// `validator`, such as an `ETag`, is sent with the next request; `nil` if the response has none.
  case updated(ServerUpdate<Base>, validator: String? = nil)
  /// The server confirms that the base is current.
  case notModified
  /// No usable response arrived; the base is unchanged.
  ///
  /// `retryAfter` is the delay that the server requests.
  case failed(FetchFailure, retryAfter: Duration? = nil)
  /// No request may be sent; the store closes the ``Gate``, and fetches the value after the gate opens.
  ///
  /// The associated value is the reason, such as ``Gate/Reason/signedOut`` for an expired sign-in.
  case closed(Gate.Reason)
}

/// The outcome of one attempt to send a change.
public enum SendOutcome<Change: OutboxChange, Base: Sendable>: Sendable {
  /// The server has applied the change; the update writes the result to the base.
  case applied(ServerUpdate<Base>)
  /// The server has a newer value, and the change conflicts with it.
  ///
  /// `rebased` is the change adapted to the newer value. It replaces this change and is sent under a
  /// new idempotency key. If `rebased` is `nil`, or if the rebased change conflicts again, the change
  /// waits for the user's decision. The update writes the newer value to the base.
  case conflict(rebased: Change?, ServerUpdate<Base>)
  /// The server refuses the change permanently, and the change waits for the user's decision.
  ///
  /// The first associated value is the server's reason. If the response also contains the server's
  /// current value, the second associated value writes that value to the base. By default, the base
  /// stays unchanged.
  case rejected(Change.Rejection, ServerUpdate<Base> = ServerUpdate())
  /// The server refuses the change, because it is older than ``OutboxChange/validFor``.
  case expired
  /// The server may have applied the change.
  ///
  /// The change is sent again under the same idempotency key after a delay.
  case unknown
  /// The change has not left the device.
  ///
  /// The next attempt starts when the ``Gate`` opens, when the user chooses another city, or after a
  /// delay.
  case notSent
  /// The server asks for another attempt after this delay at the earliest.
  ///
  /// The delay is `nil` if the response does not state one.
  case tryLater(after: Duration? = nil)
  /// No request may be sent; the store closes the ``Gate``, and the change stays queued.
  ///
  /// The associated value is the reason, such as ``Gate/Reason/signedOut`` for an expired sign-in.
  case closed(Gate.Reason)
}
