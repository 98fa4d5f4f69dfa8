public import Networking

/// The feature-specific part of an ``OptimisticStore``: the effect of a change, and the requests.
///
/// A model has no state of its own. ``state(of:)`` and ``reconcile(_:with:)`` are pure, and are called on
/// the store's actor. ``fetch(_:unless:in:)`` and ``send(_:on:in:)`` may run concurrently with any other
/// call.
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
  /// The base: the server's latest confirmed value, and the device's own data that is stored with it.
  associatedtype Base: Sendable & Equatable
  /// A change that the user makes and the server applies.
  associatedtype Change: OutboxChange
  /// The state that a screen draws.
  associatedtype State: Sendable & Equatable
  /// The error of the feature's calls.
  associatedtype Failure: SyncFailure

  /// Whether the value is fetched again before a change that got no answer is sent again; `false` by
  /// default.
  ///
  /// A server answers a repeated idempotency key with its first response, which may contain an older
  /// value than the device has. A model whose values have versions recognizes such a response. A model
  /// without versions must fetch the newest value first.
  var fetchesBeforeRepeating: Bool { get }

  /// The longest expected lag of a replica of the server; one minute by default.
  ///
  /// A value with a lower ``ServerVersion`` than the base replaces it only if the server has not confirmed
  /// the base for longer than that.
  var replicaLag: Duration { get }

  /// Returns the state to draw: the base with the pending changes on top.
  ///
  /// A pure function.
  func state(of snapshot: OptimisticSnapshot<Base, Change>) -> State

  /// Moves changes that an earlier release has stored in the base to the queue.
  ///
  /// A pure function, which is called once, after base and queue have been loaded.
  ///
  /// - Parameters:
  ///   - base: The stored base, from which the function removes the changes.
  ///   - pending: The changes in the queue.
  /// - Returns: The changes; none by default.
  func migrate(_ base: inout Base, pending: [OutboxItem<Change>]) -> [Change]

  /// Adapts the base to new pending changes or a new city, and resolves changes without asking the user.
  ///
  /// For example, a change of the city abandons the cart. This is a pure function, and idempotent:
  /// applied to its own result, it must change nothing.
  ///
  /// - Parameters:
  ///   - base: The base; the store saves what this call changes in it.
  ///   - snapshot: The base before this call, the pending changes and the chosen city.
  /// - Returns: The resolutions of pending changes; none by default.
  func reconcile(
    _ base: inout Base, with snapshot: OptimisticSnapshot<Base, Change>
  ) -> [Resolution<Change>]

  /// Fetches the server's value.
  ///
  /// - Parameters:
  ///   - base: The base when the request is sent.
  ///   - validator: The validator (such as an `ETag`) of the last fetched value; `nil` if the base has
  ///     changed since.
  ///   - context: The city that the request is made in.
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
  ///   - base: The base when the request is sent.
  ///   - context: The city that the request is made in.
  /// - Returns: The outcome, with the server's value if the answer contains it.
  func send(
    _ change: OutgoingChange<Change>, on base: Base, in context: RequestContext
  ) async -> SendOutcome<Change, Base>
}

extension OptimisticModel {
  /// The default: `false`.
  public var fetchesBeforeRepeating: Bool { false }

  /// The default: one minute.
  public var replicaLag: Duration { .seconds(60) }

  /// The default: returns no changes.
  public func migrate(_ base: inout Base, pending: [OutboxItem<Change>]) -> [Change] { [] }

  /// The default: changes nothing and resolves no change.
  public func reconcile(
    _ base: inout Base, with snapshot: OptimisticSnapshot<Base, Change>
  ) -> [Resolution<Change>] { [] }

  /// The default, for a value that cannot be fetched: returns ``FetchOutcome/notModified`` without a
  /// request.
  public func fetch(
    _ base: Base, unless validator: String?, in context: RequestContext
  ) async -> FetchOutcome<Base> { .notModified }
}

/// The input of a model's pure functions.
public struct OptimisticSnapshot<Base: Sendable & Equatable, Change: OutboxChange>: Sendable {
  /// The base: the confirmed value.
  public let base: Base
  /// Whether the base has been stored and would survive a crash.
  public let isStored: Bool
  /// The changes whose effect is not yet in the base, the oldest first.
  public let pending: [OutboxItem<Change>]
  /// The applied changes whose effect is in the base; they stay in the journal until the base is stored.
  public let contained: [OutboxItem<Change>]
  /// The chosen city, as every request names it; `nil` before one is chosen.
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
}

/// The effect of a server's answer on the base.
public struct ServerUpdate<Base: Sendable>: Sendable {
  /// The version of the value in the answer.
  ///
  /// An update with a lower version than the base is not applied.
  public let version: ServerVersion?
  let serverID: String?
  let needsFetch: Bool
  let apply: @Sendable (inout Base) -> Void

  /// Creates an update.
  ///
  /// - Parameters:
  ///   - version: The version of the base after the update, if the server numbers versions.
  ///   - serverID: The server's id of the entity that the change has created. It is stored in the pending
  ///     changes of the entity.
  ///   - needsFetch: Whether the answer lacks the whole value. If so, the store fetches the value, and
  ///     until then shows the applied change on top of the base.
  ///   - apply: Sets the server's value in the base, and does not change the device's own data.
  public init(
    version: ServerVersion? = nil, serverID: String? = nil, needsFetch: Bool = false,
    _ apply: @escaping @Sendable (inout Base) -> Void = { _ in }
  ) {
    self.version = version
    self.serverID = serverID
    self.needsFetch = needsFetch
    self.apply = apply
  }
}

/// A version number of one entity; versions of different entities cannot be compared.
public struct ServerVersion: Sendable, Hashable {
  /// The entity, such as the id of a cart.
  public let entity: String
  /// The number of the version; grows with each change of the entity.
  public let number: Int

  /// Creates a version.
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
  /// The server's value and the validator for the next request.
  case updated(ServerUpdate<Base>, validator: String? = nil)
  /// The server confirms that the base is current.
  case notModified
  /// No answer arrived, or none with a usable value; the base is unchanged.
  case failed(FetchFailure)
  /// Nothing may be sent for this reason: the store closes the gate.
  case closed(Gate.Reason)
}

/// The outcome of one attempt to send a change.
public enum SendOutcome<Change: OutboxChange, Base: Sendable>: Sendable {
  /// The server has applied the change; after the update, the base contains its effect.
  case applied(ServerUpdate<Base>)
  /// The server has a newer value, and the change conflicts with it.
  ///
  /// The rebased change replaces the change once, under a new idempotency key. If it is `nil`, or after a
  /// second conflict, the user decides.
  case conflict(rebased: Change?, ServerUpdate<Base>)
  /// The server refuses the change permanently; the user decides what happens to it.
  case rejected(Change.Rejection, ServerUpdate<Base> = ServerUpdate())
  /// The server may have applied the change.
  ///
  /// It is sent again under the same idempotency key after a delay.
  case unknown
  /// The change has not left the device.
  ///
  /// It is sent when the gate opens, when the city changes, or after a delay.
  case notSent
  /// The server asks the app to try again, not earlier than this delay.
  case tryLater(after: Duration? = nil)
  /// Nothing may be sent for this reason: the store closes the gate, and the change stays queued.
  case closed(Gate.Reason)
}
