import Sync
import SyncTestSupport

/// A consumer of a simulated source and the last state it received.
///
/// Used on the simulation's thread.
final class SourceReader: @unchecked Sendable {
  enum Kind: Equatable {
    case states(FetchPolicy)
    case refresh
  }

  let id: Int
  let kind: Kind
  var task: Task<Void, Never>?
  /// The last state received.
  var last: SourceState<Int, Int>?
  /// The index of the consumer's last seen scope in the world's list of visits.
  var visit: Int
  var hasLeft = false
  var hasEnded = false

  init(id: Int, kind: Kind, visit: Int) {
    self.id = id
    self.kind = kind
    self.visit = visit
  }

  var isThere: Bool { !hasLeft && !hasEnded }
  /// Whether the consumer causes requests.
  var isInterested: Bool { isThere && kind != .states(.never) }
}

/// A request that the simulated server has received.
///
/// Used on the simulation's thread.
final class SourceExchange: @unchecked Sendable {
  let id: Int
  let process: Int
  let scope: Int
  /// Whether a call of `refresh()` makes the request, which then ends with the call.
  let isOfCall: Bool
  var isCancelled = false
  var hasEnded = false

  init(id: Int, process: Int, scope: Int, isOfCall: Bool) {
    self.id = id
    self.isOfCall = isOfCall
    self.process = process
    self.scope = scope
  }

  var isLive: Bool { !isCancelled && !hasEnded }
}
