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
  /// The confirmed value: the server's latest value, and the device's own data stored with it.
  associatedtype Base: Sendable & Equatable
  /// A change that the user makes and the server applies.
  associatedtype Change: OutboxChange
  /// The state that a screen draws.
  associatedtype State: Sendable & Equatable
  /// The error of the feature's calls.
  associatedtype Failure: SyncFailure

  /// Whether the value is fetched again before an unanswered change is sent again; `false` by default.
  ///
  /// A server answers a repeated key with its first response, which may be older than the device's value.
  /// A model without versions cannot recognize such a response unless it has fetched the newest value
  /// before.
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

  /// Derives the consequences of a new combination of base, pending changes and context.
  ///
  /// For example, a change of the city abandons the cart. A pure function. Applied to its own result, it
  /// must change nothing.
  ///
  /// - Parameters:
  ///   - base: The confirmed value; a change of it is stored.
  ///   - snapshot: The base before this call, the pending changes and the context.
  /// - Returns: Decisions about pending changes that the user need not make; none by default.
  func reconcile(
    _ base: inout Base, with snapshot: OptimisticSnapshot<Base, Change>
  ) -> [Resolution<Change>]

  /// Fetches the server's value.
  ///
  /// - Parameters:
  ///   - base: The confirmed value when the request is sent.
  ///   - validator: The validator of the last fetched value, unless the base has changed since.
  ///   - context: The city that the request is made in.
  /// - Returns: The server's value, or the reason why there is none.
  func fetch(
    _ base: Base, unless validator: String?, in context: RequestContext
  ) async -> FetchOutcome<Base>

  /// Makes one attempt to send a change.
  ///
  /// The same change is sent under the same key until the outcome is known.
  ///
  /// - Parameters:
  ///   - change: The change and its idempotency key.
  ///   - base: The confirmed value when the request is sent.
  ///   - context: The city that the request is made in.
  /// - Returns: The outcome, with the server's value if the answer has it.
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

  /// The default: changes nothing and makes no decision.
  public func reconcile(
    _ base: inout Base, with snapshot: OptimisticSnapshot<Base, Change>
  ) -> [Resolution<Change>] { [] }

  /// The default, for a base without a server value: returns ``FetchOutcome/notModified`` without a
  /// request.
  public func fetch(
    _ base: Base, unless validator: String?, in context: RequestContext
  ) async -> FetchOutcome<Base> { .notModified }
}

/// The input of a model's pure functions.
public struct OptimisticSnapshot<Base: Sendable & Equatable, Change: OutboxChange>: Sendable {
  /// The confirmed value.
  public let base: Base
  /// Whether the base has been stored and would survive a crash.
  public let isStored: Bool
  /// The changes whose effect the base does not contain, the oldest first.
  public let pending: [OutboxItem<Change>]
  /// The changes whose effect the base contains; they stay in the journal until the base is stored.
  public let contained: [OutboxItem<Change>]
  /// The settled city; `nil` before one is chosen.
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

/// A decision about a pending change that the user need not make.
public enum Resolution<Change: OutboxChange>: Sendable, Equatable {
  /// Removes a change that the server certainly does not have.
  case discard(OutboxItem<Change>.ID)
  /// Replaces a refused change with another one of the same lane.
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
  ///   - serverID: The server's id of the entity that the change has created. It is stored in the
  ///     pending changes of its lane.
  ///   - needsFetch: Whether the answer lacks the whole value. The store then fetches the value, and
  ///     shows an applied change on top of the base until the fetch has succeeded.
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

/// A version number; only the versions of one entity can be compared.
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
  /// The answer is missing or has no usable value; the base is unchanged.
  case failed(FetchFailure)
  /// Nothing may be sent: the store closes the gate for this reason.
  case closed(Gate.Reason)
}

/// The outcome of one attempt to send a change.
public enum SendOutcome<Change: OutboxChange, Base: Sendable>: Sendable {
  /// The server has applied the change; the base contains it after the update.
  case applied(ServerUpdate<Base>)
  /// The server has a newer value that the change contradicts.
  ///
  /// The rebased change is sent once in place of the change, under a new key. If it is `nil`, or after a
  /// second conflict, the user decides.
  case conflict(rebased: Change?, ServerUpdate<Base>)
  /// The server refuses the change for good; the user decides.
  case rejected(Change.Rejection, ServerUpdate<Base> = ServerUpdate())
  /// The server may have applied the change.
  ///
  /// It is sent again under the same key after a delay.
  case unknown
  /// The change has not left the device.
  ///
  /// It is sent when the gate opens or after a delay.
  case notSent
  /// The server asks for another attempt, at the earliest after `after`.
  case tryLater(after: Duration? = nil)
  /// Nothing may be sent: the store closes the gate for this reason, and the change stays queued.
  case closed(Gate.Reason)
}
