import Profile
import ShowcaseKit
import Sync

extension SessionState.Status {
  var words: String {
    switch self {
    case .loading: "Loading"
    case .unavailable(let error): "Unavailable: \(error)"
    case .guest: "A guest"
    case .signedIn(let account): "Signed in as \(account)"
    case .expired(let account): "The session of \(account) has ended; sign in again"
    }
  }
}

extension FetchStatus {
  /// User-facing text for the status of the profile's fetch.
  ///
  /// HTTP 503 can be from the app itself, in the pause between two renewals of a session.
  var wordsOfProfile: String {
    self == .failed(.status(503))
      ? "not refreshed: \(ProfileError.sync(.fetch(.status(503))))" : words
  }
}

extension PendingEdit {
  /// The name of the edited field.
  var field: String { edit.map { "\($0.field)" } ?? "change" }

  /// The user-facing text for the edited field and the status of the edit.
  var words: String { "\(field): \(status.words.isEmpty ? "sent" : status.words)" }
}
