/// When a reader of a ``CachedSource`` wants the network to be asked.
public enum SourceFetching: Sendable, Hashable {
  /// Never: it sees what is stored and what others have asked for.
  case never
  /// When what is stored is not fresh.
  case whenStale
  /// Once, however fresh what is stored may be.
  case always
}
