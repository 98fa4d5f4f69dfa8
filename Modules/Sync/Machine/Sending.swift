/// The changes that may be sent, and those that are being sent.
struct Sending: Sendable {
  /// The most changes that are sent at a time.
  static var longestWindow: Int { 4 }

  var lastID = 0
  /// The changes that may be sent, in the order in which they became so.
  ///
  /// So a change that cannot be sent, and is added again after each attempt, lets the others go first. One
  /// that may not be sent any more stays here; the caller skips it when it comes out.
  var ready = ArraySlice<Int>()
  /// The same for large changes, which are sent after the others.
  var readyLarge = ArraySlice<Int>()
  /// The changes that may be sent after a delay of their own.
  var delayed: Set<Int> = []
  var inFlight: Set<Int> = []
  /// The number of changes that may be in flight: one after a failure, more with each response.
  var window = 1
  /// The changes that have a validity.
  ///
  /// Those of an earlier process get their deadline with the server's first response.
  var withValidity: Set<Int> = []
  /// The server's clock less this process's one, in seconds; `nil` before its first response.
  var clockOffset: Double?

  var isReady: Bool { !ready.isEmpty || !readyLarge.isEmpty }

  /// The server's time in seconds since 1970; `nil` before its first response.
  func serverTime(at now: Duration) -> Double? { clockOffset.map { now / .seconds(1) + $0 } }
}
