#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A change as the journal stores it.
///
/// Key, order and content are one record, so that a crash loses all of them or none.
package struct OutboxEntry: Codable, Sendable, Identifiable, Equatable {
  package let id: Int
  /// The idempotency key, by which the server recognizes a repeated attempt.
  ///
  /// A key is never used for another payload.
  var key: String
  package let lane: Lane
  /// The change as JSON; entries that this release cannot decode are stored unchanged.
  package var payload: Data
  var dependencies: ChangeDependencies
  var priority: SendPriority
  /// The known server ids of this lane and of the lanes that the change depends on.
  var serverIDs: [String: String] = [:]
  /// Whether the change was rebased after a conflict.
  var isRebased = false
  var outcome: Outcome?
  /// The name of the journal that contains the entry; `nil` from a release that did not store it.
  ///
  /// A release that does not know the field ignores it. Entries of all features have the same
  /// shape. Without the name, a journal renamed to that of another feature would be read, and its
  /// changes sent to the wrong place or dropped.
  var journal: String?
  /// The account that the change was made with; `nil` in an entry of a guest or of an earlier release.
  var account: String?

  /// Forgets the server's answer; the change is then sent under a new key.
  ///
  /// The server would repeat its answer to the old one.
  mutating func renew(_ key: String) {
    self.key = key
    isRebased = false
    outcome = nil
  }

  /// The final answer of the server.
  enum Outcome: Codable, Sendable, Equatable {
    /// The version has no meaning any more; earlier releases need it.
    case applied(version: Int)
    case refused(String)
  }
}
