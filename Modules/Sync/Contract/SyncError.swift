public import Storage

/// An error that can occur in every feature, regardless of its subject.
public enum SyncError: Error, Sendable, Hashable {
  /// The feature's files cannot be read, and the call has changed nothing.
  ///
  /// A call whose documentation says so also throws this error for a failed write.
  case storage(StorageError)
  /// The journal with this name is not there although the base of its store is: pending changes were lost.
  ///
  /// The call has changed nothing. The next one continues without these changes.
  case journalLost(String)
  /// No city has been chosen, and the call depends on the city.
  case noCity
  /// The ``Gate`` is closed for these reasons, so the request of the call cannot be sent now.
  case closed(Set<Gate.Reason>)
  /// The server's value could not be fetched; the state shows the same value as before.
  case fetch(FetchFailure)
  /// The calling task was canceled.
  case cancelled
  /// A later call, such as the choice of another city, has made this call obsolete.
  case superseded
  /// The feature's queue contains the maximum number of pending changes, so it accepts no more.
  ///
  /// The call has changed nothing.
  case full(limit: Int)
  /// No change with this id is queued, or the server has already applied the change.
  case unknownChange(ChangeID)
  /// An attempt to send the change with this id is in progress, or is being recorded in the journal first;
  /// repeat the call later.
  case inFlight(ChangeID)
  /// The server may have applied the change with this id, so the change cannot be removed.
  ///
  /// Enqueue another change that undoes it.
  case mayBeApplied(ChangeID)
  /// The change cannot be encoded, because of a mistake in its `Encodable` conformance.
  ///
  /// The associated text describes the mistake.
  case notEncodable(String)
}

/// A conformance by which a feature without errors of its own can use ``SyncError`` as its error type.
extension SyncError: SyncFailure {
  /// Returns the error unchanged.
  public static func sync(_ error: SyncError) -> SyncError { error }
}

extension SyncError: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .storage(let error): "\(error)"
    case .journalLost(let name): "\(name) is missing, and with it the changes that waited"
    case .noCity: "choose a city first"
    case .closed(let reasons): reasons.map(\.description).sorted().joined(separator: ", ")
    case .fetch(let failure): "\(failure)"
    case .cancelled: "canceled"
    case .superseded: "a later choice replaced it"
    case .full(let limit): "\(limit) changes are waiting; try again when some are sent"
    case .unknownChange: "the change is no longer pending"
    case .inFlight: "the change is being sent; try again later"
    case .mayBeApplied: "the server may already have it; wait for the response"
    case .notEncodable(let reason): "the change cannot be stored: \(reason)"
    }
  }
}
