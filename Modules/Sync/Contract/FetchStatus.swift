/// The status of fetching a value from the server.
public enum FetchStatus: Sendable, Hashable {
  /// No fetch is requested or in progress, and the last fetch did not fail.
  case idle
  /// A fetch is in progress or starts next.
  case fetching
  /// The last fetch has failed.
  ///
  /// The next fetch starts when `refresh()` is called, the ``Gate`` opens or the user chooses another
  /// city. While `run()` is running and the state is observed, it starts after a growing delay.
  case failed(FetchFailure)
  /// A fetch waits, because the ``Gate`` is closed for these reasons.
  case closed(Set<Gate.Reason>)
  /// `run()` is not running, so no change is sent and only `refresh()` fetches the value.
  case notRunning
}
