import Sync

/// Who looks at a simulated source, and what it has seen; used on the simulation's thread.
final class SourceReader: @unchecked Sendable {
  enum Kind: Equatable {
    case states(SourceFetching)
    case refresh
  }

  let id: Int
  let kind: Kind
  var task: Task<Void, Never>?
  /// The state it saw last.
  var last: SourceState<Int, Shelf>?
  /// Where in the order of scopes that were taken it has come to.
  var visit: Int
  var hasLeft = false
  var hasEnded = false

  init(id: Int, kind: Kind, visit: Int) {
    self.id = id
    self.kind = kind
    self.visit = visit
  }

  var isThere: Bool { !hasLeft && !hasEnded }
  /// Whether the network is asked for its sake.
  var isInterested: Bool { isThere && kind != .states(.never) }
}

/// A request that the simulated server has got; used on the simulation's thread.
final class SourceExchange: @unchecked Sendable {
  let id: Int
  let process: Int
  let scope: Int
  var isCancelled = false
  var hasEnded = false

  init(id: Int, process: Int, scope: Int) {
    self.id = id
    self.process = process
    self.scope = scope
  }

  var isLive: Bool { !isCancelled && !hasEnded }
}
