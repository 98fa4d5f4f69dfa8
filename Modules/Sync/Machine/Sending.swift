/// The changes that may be sent, and those that are being sent.
struct Sending: Sendable {
  /// The most changes that are sent at a time.
  static var longestWindow: Int { 4 }

  var lastID = 0
  var ready = Heap<SendPriority>()
  var delayed = Heap<Duration>()
  var inFlight: [Int: SendPriority] = [:]
  /// The number of changes that may be in flight: one after a failure, more with each response.
  var window = 1
  /// The applied changes whose effect the next fetch brings.
  var awaited: [Int] = []
  /// The changes that have a validity.
  ///
  /// Those of an earlier process get their deadline with the server's first response.
  var withValidity: Set<Int> = []
  /// The server's clock less this process's one, in seconds; `nil` before its first response.
  var clockOffset: Double?

  /// The server's time in seconds since 1970; `nil` before its first response.
  func serverTime(at now: Duration) -> Double? { clockOffset.map { now / .seconds(1) + $0 } }

  mutating func delayedIDs() -> [Int] {
    var ids: [Int] = []
    while let id = delayed.pop() { ids.append(id) }
    return ids
  }
}
