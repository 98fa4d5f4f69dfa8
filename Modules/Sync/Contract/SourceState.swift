/// The state of a ``CachedSource`` for a screen: the stored value, and the status of the fetch.
///
/// A failure never replaces a value, and a value is never removed while its scope is shown.
public struct SourceState<Scope: Hashable & Sendable, Value: Equatable & Sendable>: Sendable,
  Equatable
{
  /// The scope of the data.
  ///
  /// If it differs from the scope of the previous state, nothing of that state applies.
  public let scope: Scope
  /// The stored data.
  public let data: Content
  /// The status of the fetch.
  public let fetch: FetchStatus
  /// The value of the previous state that this consumer received.
  ///
  /// `nil` in the first state and after a change of scope. A screen has to apply the difference
  /// from this value, whichever states the consumer has skipped.
  public internal(set) var previous: Value?
  /// Position among the states of its source; a later state has a higher one.
  ///
  /// Equal states may have different positions.
  package let moment: Int

  /// The stored data of a scope.
  public enum Content: Sendable, Equatable {
    /// No value is stored, which is not the same as an empty value.
    case none
    /// The stored snapshot, and whether it is fresh, so that it need not be fetched again.
    case value(SourceSnapshot<Scope, Value>, isFresh: Bool)
  }

  init(scope: Scope, data: Content, fetch: FetchStatus, moment: Int) {
    self.scope = scope
    self.data = data
    self.fetch = fetch
    self.moment = moment
  }

  /// Whether both states show the same; their positions may differ.
  public static func == (first: SourceState, second: SourceState) -> Bool {
    first.scope == second.scope && first.fetch == second.fetch && first.data == second.data
      && first.previous == second.previous
  }

  /// The stored snapshot, if any.
  public var snapshot: SourceSnapshot<Scope, Value>? {
    if case .value(let snapshot, _) = data { snapshot } else { nil }
  }

  /// The stored value, if any.
  public var value: Value? { snapshot?.value }
}
