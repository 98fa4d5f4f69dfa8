import Sync
import SyncTestSupport

/// The server of a simulation, with every version of its values.
struct SourceServer: Sendable {
  /// The server's behavior for requests that begin from now on.
  enum Behavior: Sendable, Hashable, CaseIterable {
    case healthy
    case slow
    case failing
    /// A lagging replica answers: up to two versions behind.
    case behind
    /// The caller has to sign in.
    case closing
    /// The server answers even if the request is canceled.
    case stubborn
    /// The server ignores validators.
    case forgetful
  }

  /// Every version of each scope, from the first; no two values are equal.
  private(set) var history = [[0], [1_000], [2_000]]
  /// The current behavior.
  var behavior = Behavior.healthy

  /// Returns the newest version of a scope, counted from 0.
  func version(of scope: Int) -> Int { history[scope].count - 1 }

  /// Changes a scope's value, as another client would.
  mutating func change(_ scope: Int) {
    history[scope].append(history[scope][version(of: scope)] + 1)
  }

  /// Returns the validator of a version; validators repeat between scopes.
  static func validator(_ version: Int) -> String { "\"\(version)\"" }

  /// Answers a request that began under this behavior.
  func answer(
    _ scope: Int, _ validator: String?, _ behavior: Behavior
  ) -> FetchOutcome<Int?> {
    let newest = version(of: scope)
    switch behavior {
    case .failing: return .failed(.status(503))
    case .closing: return .closed(.signedOut)
    case .behind: return answer(scope, validator, version: max(0, newest - 2))
    case .forgetful: return answer(scope, nil, version: newest)
    case .healthy, .slow, .stubborn: return answer(scope, validator, version: newest)
    }
  }

  private func answer(_ scope: Int, _ validator: String?, version: Int) -> FetchOutcome<Int?> {
    let current = Self.validator(version)
    if validator == current { return .notModified }
    return .value(history[scope][version], validator: current, version: version)
  }
}
