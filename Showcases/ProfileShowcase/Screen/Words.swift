import Networking
import Profile
import ShowcaseKit
import Sync

extension ProfileApp {
  nonisolated static func words(of error: any Error) -> String {
    switch error {
    case ProfileError.sync(.fetch(.status(503))): renewalPause
    case ProfileError.invalid(.birthday):
      "enter the birthday as year, month and day, such as 1990-12-31"
    case PhoneNumberError.anotherCountry: "\(error); Tab changes the country"
    default: "\(error)"
    }
  }

  /// The user-facing text for HTTP 503 from the server or from the app itself.
  ///
  /// The app answers a request with 503 during the pause between two renewals of a session.
  fileprivate nonisolated static let renewalPause =
    "HTTP 503 from the server, or from the app, which renews a session every 30 s at most; try again later"
}

extension SessionState.Status {
  var words: String {
    switch self {
    case .loading: "loading"
    case .unavailable(let error): "\(error)"
    case .guest: "guest"
    case .signedIn(let account): "signed in as \(account)"
    case .expired(let account): "the session of \(account) has ended; sign in again"
    }
  }
}

extension FetchStatus {
  /// User-facing text for the status of the profile's fetch.
  var wordsOfProfile: String {
    self == .failed(.status(503)) ? "not refreshed: \(ProfileApp.renewalPause)" : words
  }
}

extension PendingEdit {
  /// The name of the edited field.
  var field: String { edit.map { "\($0.field)" } ?? "change" }

  /// The user-facing text for the edited field and the status of the edit.
  var words: String {
    let status = status.words { "\($0)" }
    return "\(field): \(status.isEmpty ? "sent" : status)"
  }
}
