public import Networking

/// The feature-specific part of an ``OptimisticStore``: the effect of a change, and the requests.
///
/// A model has no state of its own. Its first two functions are pure, and are called on the store's
/// actor. The two requests may run at the same time as anything else.
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
  /// The confirmed value: the server's last one, and data that the device stores beside it.
  associatedtype Base: Sendable & Equatable
  /// A change that the user makes and the server applies.
  associatedtype Change: OutboxChange
  /// The state that a screen draws.
  associatedtype State: Sendable & Equatable
  /// The error of the feature's calls.
  associatedtype Failure: SyncFailure

  /// Whether the value is fetched again before a change without an answer is repeated. `false`, unless
  /// implemented.
  ///
  /// A service that repeats its first answer to a key may answer with an older value than the device
  /// has. A model without versions recognizes it only if it has fetched the newest value before.
  var fetchesBeforeRepeating: Bool { get }

  /// The longest expected lag of a replica of the server. One minute, unless implemented.
  ///
  /// A lower ``ServerVersion`` than the known one is used only if the server has not confirmed the known
  /// one for longer than that.
  var replicaLag: Duration { get }

  /// Returns the state to draw: the base with the pending changes on top. A pure function.
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
  /// For example, a cart of another city is abandoned. A pure function, which has to reach a fixed
  /// point.
  ///
  /// - Parameters:
  ///   - base: The confirmed value; a change of it is stored.
  ///   - snapshot: The base as it was, the pending changes and the context.
  /// - Returns: Decisions about pending changes that the user need not make; none by default.
  func reconcile(
    _ base: inout Base, with snapshot: OptimisticSnapshot<Base, Change>
  ) -> [Resolution<Change>]

  /// Fetches the server's value.
  ///
  /// - Parameters:
  ///   - base: The value at the time at which the request leaves.
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
  ///   - base: The value at the time at which the request leaves.
  ///   - context: The city that the request is made in.
  /// - Returns: The outcome, with the server's value if the answer has it.
  func send(
    _ change: OutgoingChange<Change>, on base: Base, in context: RequestContext
  ) async -> SendOutcome<Change, Base>
}

extension OptimisticModel {
  /// `false`.
  public var fetchesBeforeRepeating: Bool { false }

  /// One minute.
  public var replicaLag: Duration { .seconds(60) }

  /// Returns no changes.
  public func migrate(_ base: inout Base, pending: [OutboxItem<Change>]) -> [Change] { [] }

  /// Changes nothing.
  public func reconcile(
    _ base: inout Base, with snapshot: OptimisticSnapshot<Base, Change>
  ) -> [Resolution<Change>] { [] }

  /// Returns ``FetchOutcome/notModified`` without a request, for a base without a server value.
  public func fetch(
    _ base: Base, unless validator: String?, in context: RequestContext
  ) async -> FetchOutcome<Base> { .notModified }
}

/// The input of a model's pure functions.
public struct OptimisticSnapshot<Base: Sendable & Equatable, Change: OutboxChange>: Sendable {
  /// The confirmed value.
  public let base: Base
  /// Whether the base has been stored, so that it would survive a crash.
  public let isStored: Bool
  /// The changes whose effect the base does not contain, the oldest first.
  public let pending: [OutboxItem<Change>]
  /// The changes whose effect the base contains, which stay in the journal until it is stored.
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

/// A change of the base by an answer of the server.
public struct ServerUpdate<Base: Sendable>: Sendable {
  /// The version of the value in the answer.
  ///
  /// An answer with an older version than the last one is not applied.
  public let version: ServerVersion?
  let serverID: String?
  let needsFetch: Bool
  let apply: @Sendable (inout Base) -> Void

  /// Creates an update.
  ///
  /// - Parameters:
  ///   - version: The version that the base has afterwards, if the server numbers versions.
  ///   - serverID: The server's id of the entity that the change has created. It is stored in the
  ///     pending changes of its lane.
  ///   - needsFetch: Whether the answer does not carry the whole value. The store fetches it, and shows
  ///     an applied change on top of the base until then.
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

/// The number of a version; only versions of one entity can be compared.
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

/// The outcome of asking the server for the value.
public enum FetchOutcome<Base: Sendable>: Sendable {
  /// The server's value and the validator for the next request.
  case updated(ServerUpdate<Base>, validator: String? = nil)
  /// The base still has the server's value.
  case notModified
  /// No answer with a value has arrived; the base is unchanged.
  case failed(FetchFailure)
  /// Nothing may be sent; the gate closes for this reason.
  case closed(Gate.Reason)
}

/// The outcome of one attempt to send a change.
public enum SendOutcome<Change: OutboxChange, Base: Sendable>: Sendable {
  /// The server has applied the change; the base contains it after the update.
  case applied(ServerUpdate<Base>)
  /// The server has a newer value.
  ///
  /// The rebased change is sent once in place of the change, under a new key. Without one, or after
  /// a second conflict, the user decides.
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
  /// Nothing may be sent; the gate closes for this reason.
  case closed(Gate.Reason)
}
