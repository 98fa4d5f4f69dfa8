public import Sync

/// The user's note, as a screen draws it.
public struct SampleState: Sendable, Equatable {
  /// The note with the pending changes applied; empty if there is none.
  public var note = ""
  /// The change that the server has refused; the user decides about it.
  public var refused: RefusedSample?
  /// The status of loading, sending and storing.
  public var sync = SyncState()

  /// Creates the state before anything is loaded, for previews and tests.
  public init() {}
}

/// A change that the server has refused.
public struct RefusedSample: Sendable, Equatable, Identifiable {
  /// The id of the change.
  public let id: ChangeID
  /// The note that the user wanted; `nil` if this release cannot read the change.
  public let note: String?
  /// The reason, by which a screen chooses its text.
  public let reason: ChangeRefusal<SampleRejection>
}

/// The reason for which the server refuses a note.
public enum SampleRejection: String, Sendable, Codable {
  /// The note is too long for the server.
  case tooLong
}
