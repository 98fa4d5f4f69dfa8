public import Storage
public import Sync

extension WaitReason {
  /// User-facing text for the reason why a change is still queued.
  public var words: String {
    switch self {
    case .ready: "is next"
    case .inFlight: "is on its way"
    case .gateClosed(let reasons): "waits: " + reasons.map(\.words).sorted().joined(separator: ", ")
    case .notRunning: "waits: sending has not started"
    case .blockedByEarlier(let id): "waits for change \(id) of the same"
    case .blockedByDependency(let id): "waits for change \(id)"
    case .backoff(let wait):
      "is tried again in \(wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0)) s"
    case .needsDecision: "waits for your decision"
    case .applied: "is applied; the new state is being fetched"
    }
  }
}

extension Gate.Reason {
  /// User-facing text for the reason why no change is sent.
  public var words: String {
    switch self {
    case .offline: "no network"
    case .migrating: "data is being migrated"
    case .noCity: "no city"
    case .signedOut: "signed out"
    }
  }
}

extension WriteStatus {
  /// User-facing text for whether the value is on disk or would be lost in a crash.
  public var words: String {
    switch self {
    case .written: "on the disk"
    case .scheduled, .failed: "not on the disk: a crash would lose it"
    case .inMemory: "in memory only"
    }
  }
}
