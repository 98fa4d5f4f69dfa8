public import Commerce
public import Foundation
public import Storage
public import Sync

/// The texts for the status of a pending change, the same in every showcase.
public enum ChangeWords {
  /// The text for a change that has certainly not reached the server.
  public static let pending = "not sent"
  /// The text for a change that was sent, but not answered: the server may have applied it.
  public static let maybeApplied = "maybe sent"

  /// Returns the text for a change that the server rejected, with the reason for the rejection.
  public static func rejected(_ reason: String) -> String { "rejected: \(reason)" }
}

extension SyncStatus {
  /// Returns a short text for this status; empty for the status `confirmed`.
  ///
  /// `rejection` returns the text for a rejection reason, which has a different type in each feature.
  public func words(_ rejection: (Rejection) -> String) -> String {
    switch self {
    case .confirmed: ""
    case .pending: ChangeWords.pending
    case .maybeApplied: ChangeWords.maybeApplied
    case .failed(let refusal): ChangeWords.rejected(refusal.words(rejection))
    }
  }
}

extension SyncStatus {
  /// A short text for this status, with the description of a rejection; empty for `confirmed`.
  public var words: String { words { "\($0)" } }
}

extension ChangeRefusal {
  /// Returns the text for the reason why a change failed.
  ///
  /// `rejection` returns the text for a rejection reason, which has a different type in each feature.
  public func words(_ rejection: (Rejection) -> String) -> String {
    switch self {
    case .rejected(let reason): rejection(reason)
    case .conflict, .expired, .unreadable: description
    }
  }
}

extension WaitReason {
  /// User-facing text for the reason why a change is still queued.
  public var words: String {
    switch self {
    case .ready: "is sent next"
    case .inFlight: "is being sent"
    case .notStored: "waits for space on the disk"
    case .gateClosed(let reasons): "waits: \(reasons.words)"
    case .notRunning: "waits: sending has not started"
    case .blockedByEarlier, .blockedByDependency: "waits: an earlier change is sent first"
    case .backoff(let wait):
      "waits: next attempt in \(wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0)) s"
    case .needsDecision: "waits: retry or discard it"
    case .applied: "is applied: the new state is loading"
    }
  }
}

extension Set<Gate.Reason> {
  /// User-facing text for the reasons why a gate is closed; a closed gate blocks the app's requests.
  public var words: String { map(\.description).sorted().joined(separator: ", ") }
}

extension WriteStatus {
  /// User-facing text that states whether a changed value is on disk and survives a crash.
  public var words: String {
    switch self {
    case .written: "Stored."
    case .scheduled, .failed: "Not stored yet: a crash would lose it."
    case .inMemory: "In memory only."
    }
  }

  fileprivate func words(of change: String) -> String {
    switch self {
    case .written: "Stored on this device: \(change)."
    case .scheduled, .failed: "Not stored yet, a crash would lose it: \(change)."
    case .inMemory: "In memory only: \(change)."
    }
  }
}

extension StateProvider {
  /// User-facing text that states whether a change is on disk, with what was changed.
  ///
  /// `sync` is the status of the feature in its state.
  public func words(of change: String, _ sync: KeyPath<State, SyncState>) -> String {
    state[keyPath: sync].write.words(of: change)
  }
}

extension FetchStatus {
  /// User-facing text for the status of a fetch; empty for the status `idle`.
  public var words: String {
    switch self {
    case .idle: ""
    case .fetching: "loading"
    case .failed(let failure): "not refreshed: \(failure)"
    case .closed(let reasons): "not refreshed: \(reasons.words)"
    case .notRunning: "not refreshed"
    }
  }
}

extension FulfillmentMethod {
  /// User-facing text for the fulfillment method: `dine-in`, or the raw value of any other method.
  public var words: String { self == .dineIn ? "dine-in" : rawValue }
}

/// Messages of the full-screen showcases that do not depend on the feature.
public enum DemoMessage {
  /// The message for a sandbox fault that the user requests while the showcase uses a real server.
  public static let needsSandbox = "Only the sandbox server can do this: start without --server."
  /// The message that the response to the next change will be lost.
  public static let answerLost = "The response to the next change will be lost."
  /// The message that the app was killed and launched again.
  public static let killed = "The app was killed and has started again."
  /// The message that there is no rejected change to retry or discard.
  public static let nothingRejected =
    "No change was rejected: there is nothing to retry or discard."

  /// Returns the message that an action failed for this reason.
  public static func failed(_ reason: String) -> String {
    "Not done: \(reason)\(reason.hasSuffix(".") ? "" : ".")"
  }
}

extension Date {
  /// The hour and minute in UTC, such as `09:05`.
  public var clock: String { clock(in: .gmt) }

  /// Returns the hour and minute in a time zone, such as `09:05`.
  public func clock(in zone: TimeZone) -> String {
    let seconds = (Int(timeIntervalSince1970) + zone.secondsFromGMT(for: self)) % 86_400
    func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
    return "\(digits(seconds / 3_600)):\(digits(seconds / 60 % 60))"
  }
}
