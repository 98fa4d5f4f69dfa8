#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A change as it is kept.
///
/// Key, order and content are one record, so that a crash leaves all of them or nothing.
package struct OutboxEntry: Codable, Sendable, Identifiable, Equatable {
  package let id: Int
  /// Tells the server that an attempt repeats another; belongs to this payload for ever.
  var key: String
  package let lane: Lane
  /// The change as JSON: other releases' changes are kept and carried along too.
  package var payload: Data
  var dependencies: Dependencies
  var priority: Priority
  /// The server's ids of this lane and of those it depends on, as far as they are known.
  var serverIDs: [String: String] = [:]
  /// Whether it took the place of a change that was in conflict.
  var isRebased = false
  var outcome: Outcome?
  /// The name of the journal it was written to; `nil` in an entry of a release that did not write it.
  ///
  /// The release before ignores it. Entries of all features have the same shape, so a journal under the
  /// name of another one would be read without it, and its changes sent to the wrong place or dropped.
  var journal: String?

  /// What the server said, when it does not have to be asked again.
  enum Outcome: Codable, Sendable, Equatable {
    case applied(version: Int)
    case refused(String)
  }
}
