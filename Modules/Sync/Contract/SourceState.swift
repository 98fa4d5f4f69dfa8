/// The state of a ``CachedSource`` for a screen: the stored value, and the status of the fetch.
///
/// A failed fetch never removes a value. The value is shown until the source shows another scope, such as
/// another city.
public struct SourceState<Scope: Hashable & Sendable, Value: Equatable & Sendable>: Sendable,
  Equatable
{
  /// The scope of the data, such as a city and a language.
  ///
  /// If this scope differs from the scope of the previous state, a screen has to clear everything that
  /// it shows.
  public let scope: Scope
  /// The stored value of the scope, if there is one.
  public let data: Content
  /// The status of the last or current fetch, which does not affect ``data`` if it fails.
  public let fetch: FetchStatus

  /// The stored data of a scope: a snapshot, or none that can be shown.
  public enum Content: Sendable, Equatable {
    /// No stored value can be shown.
    ///
    /// The scope has no stored value, the stored value is too old, or the store has not been read yet.
    ///
    /// A stored empty value, such as an empty list, is ``value(_:isFresh:)``.
    case none
    /// The stored snapshot.
    ///
    /// If `isFresh` is `true`, the snapshot is recent enough and need not be fetched again.
    case value(SourceSnapshot<Scope, Value>, isFresh: Bool)
  }

  /// The stored snapshot, fresh or not; `nil` if ``data`` is ``Content/none``.
  public var snapshot: SourceSnapshot<Scope, Value>? {
    if case .value(let snapshot, _) = data { snapshot } else { nil }
  }

  /// The value of the ``snapshot``, fresh or not; `nil` if ``data`` is ``Content/none``.
  public var value: Value? { snapshot?.value }
}

/// The conditions under which a consumer of a ``CachedSource`` causes a fetch.
public enum FetchPolicy: Sendable, Hashable {
  /// The consumer causes no fetch.
  ///
  /// The consumer receives stored values, and values that are fetched for other consumers.
  case never
  /// The consumer causes a fetch if the snapshot is missing or not fresh, or if the last fetch failed.
  case whenStale
  /// The consumer causes one fetch, even if the stored snapshot is fresh.
  case always
}
