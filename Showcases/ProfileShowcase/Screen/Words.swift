import Networking
import Profile
import ShowcaseKit
import Sync

extension ProfileApp {
  nonisolated static func words(of error: any Error) -> String {
    switch error {
    case let error as SessionError: error.words
    case let error as ProfileError: error.words
    case let error as PhoneNumberError: error.words
    default: "\(error)"
    }
  }
}

extension SessionState.Status {
  var words: String {
    switch self {
    case .loading: "loading"
    case .unavailable(let error): error.words
    case .guest: "guest"
    case .signedIn(let account): "signed in as \(account)"
    case .expired(let account): "the session of \(account) has ended; sign in again"
    }
  }
}

extension SessionError {
  var words: String {
    switch self {
    case .secrets(let error): error.words
    case .storage(let error): "\(error)"
    case .anotherAccount(let account): "the files belong to \(account)"
    case .alreadySignedIn: "sign out first"
    case .notSignedIn: "sign in first"
    case .noCode: "request a code first"
    case .badCode: "enter the digits of the code"
    case .wrongCode(let left): "the code is wrong; attempts left: \(left)"
    case .codeExpired: "the code has expired; request another one"
    case .phoneNotAccepted: "the server sends no codes to this number"
    case .tooManyAttempts(let delay):
      "too early; try again in \(delay?.components.seconds ?? 60) s"
    case .failed(let failure): failure.words
    case .superseded: "a later action replaced it"
    case .cancelled: "canceled"
    }
  }
}

extension SecretError {
  var words: String {
    switch self {
    case .unavailable: "the stored session cannot be read now; try again later"
    case .newer: "a newer release has stored the session; update the app"
    case .damaged: "the stored session is damaged; sign in again"
    case .notWritten: "the session cannot be stored; free some space"
    }
  }
}

extension FetchFailure {
  /// The user-facing text for HTTP 503 from the server or from the app itself.
  ///
  /// The app answers a request with 503 during the pause between two renewals of a session.
  fileprivate static let renewalPause =
    "HTTP 503 from the server, or from the app, which renews a session every 30 s at most; try again later"
}

extension FetchStatus {
  /// User-facing text for the status of the profile's fetch.
  var wordsOfProfile: String {
    self == .failed(.status(503)) ? "not refreshed: \(FetchFailure.renewalPause)" : words
  }
}

extension ProfileError {
  var words: String {
    switch self {
    case .sync(.fetch(.status(503))): FetchFailure.renewalPause
    case .sync(let error): error.words
    case .invalid(.birthday): "enter the birthday as year, month and day, such as 1990-12-31"
    case .invalid(let field): "check the \(field.words)"
    case .birthdayFixed: "only support can change the birthday"
    }
  }
}

extension ProfileField {
  var words: String {
    switch self {
    case .name: "name"
    case .birthday: "birthday"
    case .email: "e-mail"
    case .language: "language"
    case .consent: "advertising"
    }
  }
}

extension ProfileRejection {
  var words: String {
    switch self {
    case .invalid: "the server does not accept it"
    case .birthdayFixed: "only support can change the birthday"
    case .emailTaken: "another account has this address"
    case .other(let code): "the server reports: \(code)"
    }
  }
}

extension PhoneNumberError {
  var words: String {
    switch self {
    case .empty: "enter a number"
    case .badCharacter(let character): "remove “\(character)” from the number"
    case .tooShort: "the number is too short"
    case .tooLong: "the number is too long"
    case .anotherCountry: "the number is of another country; Tab changes the country"
    case .notMobile: "this is no mobile number"
    }
  }
}

extension PendingEdit {
  /// The name of the edited field.
  var field: String { edit?.field.words ?? "change" }

  /// The user-facing text for the edited field and the status of the edit.
  var words: String {
    let status = status.words(\.words)
    return "\(field): \(status.isEmpty ? "sent" : status)"
  }
}
