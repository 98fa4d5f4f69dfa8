/// What a screen draws of a ``CachedSource``: what is there, and apart from it what the network does.
///
/// A failure is never in the place of a value, and a value is never taken away while its scope is shown.
public struct SourceState<Scope: Hashable & Sendable, Value: Equatable & Sendable>: Sendable,
  Equatable
{
  /// What the data is for.
  ///
  /// When it is another than in the state before, nothing of that state counts.
  public let scope: Scope
  /// What is stored.
  public let data: Content
  /// What becomes of asking for more.
  public let fetch: Fetch
  /// The value in the state that this reader got before; `nil` in its first one and after another
  /// scope.
  ///
  /// What differs from it is what the screen has to change, whatever states this reader has missed.
  public internal(set) var previous: Value?
  /// Position among the states of its source: a later state has a higher one.
  ///
  /// Two states may be equal at different positions.
  package let moment: Int

  /// What is stored of a scope.
  public enum Content: Sendable, Equatable {
    /// Nothing yet, which is not the same as an empty value.
    case none
    /// This, and whether it is young enough to do without the network.
    case value(SourceSnapshot<Scope, Value>, isFresh: Bool)
  }

  /// What becomes of asking the network.
  public enum Fetch: Sendable, Hashable {
    /// Nothing was asked for, or all of it has been answered.
    case idle
    /// An answer is awaited.
    case fetching
    /// The last attempt failed, for this reason; the next is made when the gate opens, a reader comes or
    /// somebody asks.
    case failed(String)
    /// What is wanted is asked for when these reasons have gone.
    case closed(Set<Gate.Reason>)
    /// Nothing is asked for: no task awaits ``CachedSource/run()``.
    case notRunning
  }

  init(scope: Scope, data: Content, fetch: Fetch, moment: Int) {
    self.scope = scope
    self.data = data
    self.fetch = fetch
    self.moment = moment
  }

  /// Whether both show the same, whenever they were yielded.
  public static func == (first: SourceState, second: SourceState) -> Bool {
    first.scope == second.scope && first.fetch == second.fetch && first.data == second.data
      && first.previous == second.previous
  }

  /// What is stored, if anything is.
  public var snapshot: SourceSnapshot<Scope, Value>? {
    if case .value(let snapshot, _) = data { snapshot } else { nil }
  }

  /// The value, if there is one.
  public var value: Value? { snapshot?.value }
}
