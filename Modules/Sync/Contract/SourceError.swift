/// An error of ``CachedSource/refresh()``; the stored snapshot stays.
public enum SourceError: Error, Sendable, Hashable {
  /// The fetch failed for this reason.
  case failed(String)
  /// The gate is closed for these reasons.
  ///
  /// The value is fetched when the gate opens, if a consumer is left.
  case closed(Set<Gate.Reason>)
  /// Another scope became current during the call.
  case scopeChanged
  /// No task awaits ``CachedSource/run()``, so no request is sent.
  case notRunning
  /// The calling task was canceled.
  case cancelled
}
