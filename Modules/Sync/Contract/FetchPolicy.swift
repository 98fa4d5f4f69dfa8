/// The conditions under which a consumer of a ``CachedSource`` causes a request.
public enum FetchPolicy: Sendable, Hashable {
  /// Never: the consumer sees stored values and values that are fetched for others.
  case never
  /// When the stored snapshot is missing or not fresh, or the last fetch failed.
  case whenStale
  /// Once, even if the stored snapshot is fresh.
  case always
}
