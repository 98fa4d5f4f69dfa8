import CBOR
package import Foundation
import Networking
package import Storage

/// The journal of a store: the persistent storage of its changes.
///
/// Tests use their own implementation to simulate a failing disk.
package protocol OutboxStore: Sendable {
  /// Returns all stored entries.
  func entries() async throws(StorageError) -> [OutboxEntry]

  /// Saves entries and removes others in one atomic step.
  ///
  /// Call ``entries()`` before the first call of this function. If the disk fails, the saved entries are
  /// still in memory.
  ///
  /// - Returns: Whether the saved entries and the removals would survive a crash.
  func write(_ saved: [OutboxEntry], removing removed: Set<Int>) async -> WriteStatus

  /// Creates an empty journal if none is stored, and returns the status of this write; otherwise `nil`.
  func create() async -> WriteStatus?
}

extension CollectionRepository: OutboxStore where Element == OutboxEntry {
  package func entries() async throws(StorageError) -> [OutboxEntry] {
    // An id that is not listed would be given to another change, which would overwrite the entry.
    try await elements().array + unreadable().map(OutboxEntry.init(unreadable:))
  }

  package func write(_ saved: [OutboxEntry], removing removed: Set<Int>) async -> WriteStatus {
    do {
      try await update { kept in
        for entry in saved { kept.save(entry) }
        for id in removed { kept.remove(id) }
      }
    } catch { return .failed(error) }
    return writeStatus.ofAwaitedWrite
  }

  package func create() async -> WriteStatus? {
    do { return try await createFile() ? .written : nil } catch { return .failed(error) }
  }
}

/// The stored form of a change.
///
/// The id, the idempotency key and the content of the change are one record. So a crash loses all of
/// them or none.
package struct OutboxEntry: Codable, Sendable, Identifiable, Equatable {
  package let id: Int
  /// The idempotency key, by which the server recognizes a repeated attempt.
  ///
  /// A change with different content always has a different key.
  var key: IdempotencyKey { "\(keyText)" }
  /// The lane of the change, in which a change that this release cannot decode waits, too.
  package var lane: Lane { Lane(kind, name) }
  // Texts, because values with decoders of their own would double the time of decoding an entry.
  private var keyText: String
  private let kind: String
  private let name: String
  /// The change as CBOR.
  ///
  /// A payload that this release cannot decode is stored unchanged.
  package var payload: Data
  /// Whether the change was rebased after a conflict.
  private(set) var isRebased = false
  /// Whether a first attempt was recorded; `nil` if attempts are not recorded.
  var attempted: Bool?
  /// The server's time at the user's tap, in seconds since 1970; `nil` if it is not needed or not known.
  var tappedAt: Double?
  /// The ``ChangeRefusal`` of a change that waits for the user, as CBOR.
  var refusal: Data?

  /// Creates an entry without a key, which ``renew(_:_:isRebased:)`` sets.
  init(id: Int, lane: Lane, payload: Data) {
    (self.id, self.payload, keyText) = (id, payload, "-")
    (kind, name) = (lane.kind, lane.id)
  }

  /// Creates an entry in place of one that this release cannot read; its empty payload is never stored.
  init(unreadable id: Int) {
    self.init(id: id, lane: Lane("unreadable", "\(id)"), payload: Data())
  }

  /// Sets another content and a new key, under which it is sent; removes the server's response.
  mutating func renew(_ key: IdempotencyKey, _ payload: Data, isRebased: Bool) {
    (keyText, self.payload, self.isRebased) = (key.rawValue, payload, isRebased)
    (refusal, attempted) = (nil, nil)
  }

  /// Returns the reason why the user has to decide about the change.
  func refusal<Content: OutboxChange>(of type: Content.Type) -> ChangeRefusal<Content.Rejection> {
    guard let bytes = refusal else { return .unreadable }
    do { return try CBORDecoder().decode(ChangeRefusal.self, from: bytes) } catch {
      return .unreadable
    }
  }

  /// Decodes the contents of entries in parallel; one that cannot be decoded is `nil`.
  static func contents<Content: OutboxChange>(of entries: [OutboxEntry]) -> [Content?] {
    inChunks(of: entries.count) { places -> [Content?] in
      let payloads = entries[places].map { ArraySlice($0.payload) }
      if let contents = ValueCoder.decodeAll(Content.self, from: payloads) { return contents }
      return payloads.map { payload -> Content? in
        do { return try CBORDecoder().decode(Content.self, from: payload) } catch { return nil }
      }
    }.flatMap { $0 }
  }
}

extension ChangeRefusal {
  /// The refusal as CBOR; empty, and so ``unreadable`` after a restart, if it cannot be encoded.
  var stored: Data { do { return try CBOREncoder().encode(self) } catch { return Data() } }
}
