/// Why a ``CachedSource`` has nothing newer; what was there is still there.
public enum SourceError: Error, Sendable, Hashable {
  /// The server was asked in vain, for this reason.
  case failed(String)
  /// Nothing may be asked for now. It is when the gate opens, as long as somebody reads.
  case closed(Set<Gate.Reason>)
  /// Another scope has been taken in the meantime.
  case scopeChanged
  /// No task awaits ``CachedSource/run()``, so nothing is asked for.
  case notRunning
  /// The task that called was cancelled.
  case cancelled
}
