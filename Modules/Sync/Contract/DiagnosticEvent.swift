public import Storage
#if canImport(os)
  public import os
#endif

/// An event in an engine: an opened file, a step of a change, or the end of a fetch or a renewal.
public enum DiagnosticEvent: Sendable, Hashable {
  /// A file was opened, and perhaps migrated.
  case opened(OpenReport)
  /// A queued change has taken a step.
  case change(ChangeStep)
  /// A fetch of a value has ended; `source` is the name of the ``CachedSource``, or of the journal of an
  /// ``OptimisticStore``.
  case fetch(source: String, FetchEnd)
  /// The renewal of a session has ended.
  case renewal(RenewalEnd)

  /// A step in the life of a queued change.
  public struct ChangeStep: Sendable, Hashable {
    /// The kind of a step, for example that the user has made the change, or that the server has applied it.
    public enum Kind: String, Sendable, Hashable {
      /// The journal was read with changes that wait; one event tells of all of them.
      case restored
      /// The user has made the change; one that is merged with an earlier change is not reported.
      case enqueued
      /// The server has applied the change.
      case applied
      /// The server has refused the change, which waits for the user's decision.
      case refused
      /// The change conflicts with the server's value; it is adapted and sent again, or waits for the user.
      case conflict
      /// The validity of the change has ended before it was sent, or before the server received it.
      case expired
      /// An attempt has ended without outcome; the server may have the change.
      case unknown
      /// The server cannot take the change now; it is sent again after a delay.
      case tryLater
      /// An attempt has not reached the server, or was too early for the change.
      case notSent
      /// The user has removed the change; one that an ``OptimisticModel`` removes is not reported.
      case discarded
    }

    /// The name of the queue, which is that of its journal, such as `cart-changes`.
    public let queue: String
    /// The kind of the step, such as ``Kind/applied``; the raw value is the word in ``DiagnosticEvent/json``.
    public let kind: Kind
    /// The number of failed attempts of the change in this process.
    public let failures: Int
    /// The time since the change was made, or since the journal was read.
    public let age: Duration
    /// The number of changes in the queue, including those that wait for the user's decision.
    public let waiting: Int
  }

  /// The result with which a fetch has ended.
  public enum FetchEnd: String, Sendable, Hashable {
    /// The server has sent a value.
    case updated
    /// The stored value stays current: the server confirmed it, or answered a change during the fetch with a
    /// newer value than the fetched one.
    case notModified
    /// The server has sent an older value than the stored one, or one that may lack a change that it applied
    /// meanwhile.
    case outdated
    /// No usable value has arrived, for example because the server could not be reached.
    case failed
    /// The response has closed the ``Gate``, for example because the user has to sign in.
    case closed
    /// The fetch was given up, for example because the city changed, the ``Gate`` closed or `run()` ended.
    case canceled
  }

  /// The result with which the renewal of a session's access token has ended.
  public enum RenewalEnd: String, Sendable, Hashable {
    /// The session has a new access token.
    case renewed
    /// The service has ended the session.
    case revoked
    /// The session goes on, and will be renewed later.
    case failed
  }
}

extension DiagnosticEvent: CustomStringConvertible {
  /// A few words in English, for logs and status lines.
  public var description: String {
    fields.map { $0.key == "event" ? "\($0.value)" : "\($0.key) \($0.value)" }
      .joined(separator: ", ")
  }

  /// The event as one line of JSON.
  ///
  /// ```json
  /// {"event":"change","queue":"cart","kind":"unknown","failures":1,"milliseconds":1200,"waiting":3}
  /// ```
  public var json: String {
    let members = fields.map { name, value in
      guard let word = value as? String else { return "\"\(name)\":\(value)" }
      // A name comes from the code of an app, and may contain characters that JSON reserves.
      let safe = word.map { $0 < " " || $0 == "\"" || $0 == "\\" ? "_" : $0 }
      return "\"\(name)\":\"\(String(safe))\""
    }
    return "{\(members.joined(separator: ","))}"
  }

  /// The names of the fields with their values, which are texts and numbers.
  private var fields: KeyValuePairs<String, any Sendable> {
    switch self {
    case .opened(let report):
      [
        "event": "opened", "file": report.repository, "version": report.version,
        "outcome": "\(report.outcome)".prefix { $0.isLetter }.description, "bytes": report.bytes,
        "damaged": report.setAside.count, "milliseconds": report.duration.inMilliseconds,
      ]
    case .change(let step):
      [
        "event": "change", "queue": step.queue, "kind": step.kind.rawValue,
        "failures": step.failures, "milliseconds": step.age.inMilliseconds,
        "waiting": step.waiting,
      ]
    case .fetch(let source, let end): ["event": "fetch", "source": source, "end": end.rawValue]
    case .renewal(let end): ["event": "renewal", "end": end.rawValue]
    }
  }
}

extension Duration {
  fileprivate var inMilliseconds: Int { Int(self / .milliseconds(1)) }
}
