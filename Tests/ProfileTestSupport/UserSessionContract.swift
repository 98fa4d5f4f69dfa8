public import Testing

/// The rules of a session.
public enum UserSessionContract: String, CaseIterable, Sendable {
  case guest = "A new device has a guest, and sends nothing"
  case signedIn = "A user signs in with a code, and requests carry the token of the account"
  case writtenCode = "A code is accepted in the digits of any script, with spaces and dashes"
  case badCode = "A text that is no code is not sent"
  case wrongCode = "A wrong code costs an attempt, and the right one still signs in"
  case usedUp = "After the last attempt another code is needed"
  case codeExpired = "A code that has expired needs another one"
  case resend = "Another code is refused before its time, and replaces the first one after it"
  case numberNotAccepted = "A number that the service refuses is no sign-in"
  case provider = "A user signs in with a provider"
  case answerLost = "A sign-in whose answer was lost succeeds with the same code"
  case killedSigningIn =
    "A sign-in that was killed before its answer was stored succeeds with the same code"
  case secretsFull = "A sign-in that cannot be stored succeeds later with the same code"
  case foreignAnswer = "An answer that is not the service's signs nobody in"
  case restarted = "A user is signed in after a restart without a network"
  case discarded = "A discarded code is not shown after a restart"

  case storm = "Two hundred requests with an expired token cause one renewal"
  case renewalFails = "A renewal that is lost, late, refused by a proxy or cut off signs nobody out"
  case killedRenewing = "A renewal that was killed before its answer was stored is repeated"
  case renewalNotStored = "A renewal that cannot be stored is used, and not used up"
  case anotherAccountAnswers = "Tokens of another account are not those of this one"
  case revoked = "A session that the service has ended expires, and its changes wait"
  case signedInAgain = "After another sign-in the gate opens, and the changes that waited are sent"
  case revokedInBackup =
    "A refresh token that was used elsewhere ends the session, and loses nothing"
  case lateRefusal = "A gate that a late 401 closes opens again"

  case signedOut =
    "A sign-out ends the features, works offline, and ends the session at the service"
  case keptData =
    "Changes that wait at a sign-out are sent after the next sign-in, by their account"
  case erasedData = "A sign-out that erases leaves nothing of the account"
  case apart = "An account neither sees nor sends what is another's"
  case anotherUser =
    "Another user may sign in after an expired session, and the first finds the data"
  case deleted = "A deleted account is signed out, and its data is erased"
  case deletionLost = "A deletion whose answer was lost can be repeated"
  case handedOver = "The data of a guest becomes that of the account"
  case transferred =
    "The data of a guest is passed to an account with data of its own, until it is taken"
  case adopted = "A session of a former app is adopted once"

  case unreadable = "A session that cannot be read now is neither lost nor a guest's"
  case newer = "A session of a newer release stays as it is"
  case damaged = "After a damaged session the user can sign in again"
  case endsCancelled = "In a canceled task every call throws, and nothing is changed"
  case endsWithoutRun = "Without run() every call ends"
  case runEnds = "run() ends when it is canceled, and can be called again"
  case secret =
    "No token appears in a state, an error, a file but the session's, or another's request"

  /// Verifies this rule on a device without stored data.
  public func verify(on device: some SessionDevice) async throws {
    switch self {
    case .guest: try await guest(device)
    case .signedIn: try await signedIn(device)
    case .writtenCode: try await writtenCode(device)
    case .badCode: try await badCode(device)
    case .wrongCode: try await wrongCode(device)
    case .usedUp: try await usedUp(device)
    case .codeExpired: try await codeExpired(device)
    case .resend: try await resend(device)
    case .numberNotAccepted: try await numberNotAccepted(device)
    case .provider: try await provider(device)
    case .answerLost: try await answerLost(device)
    case .killedSigningIn: try await killedSigningIn(device)
    case .secretsFull: try await secretsFull(device)
    case .foreignAnswer: try await foreignAnswer(device)
    case .restarted: try await restarted(device)
    case .discarded: try await discarded(device)
    case .storm: try await storm(device)
    case .renewalFails: try await renewalFails(device)
    case .killedRenewing: try await killedRenewing(device)
    case .renewalNotStored: try await renewalNotStored(device)
    case .anotherAccountAnswers: try await anotherAccountAnswers(device)
    case .revoked: try await revoked(device)
    case .signedInAgain: try await signedInAgain(device)
    case .revokedInBackup: try await revokedInBackup(device)
    case .lateRefusal: try await lateRefusal(device)
    case .signedOut: try await signedOut(device)
    case .keptData: try await keptData(device)
    case .erasedData: try await erasedData(device)
    case .apart: try await apart(device)
    case .anotherUser: try await anotherUser(device)
    case .deleted: try await deleted(device)
    case .deletionLost: try await deletionLost(device)
    case .handedOver: try await handedOver(device)
    case .transferred: try await transferred(device)
    case .adopted: try await adopted(device)
    case .unreadable: try await unreadable(device)
    case .newer: try await newer(device)
    case .damaged: try await damaged(device)
    case .endsCancelled: try await endsCancelled(device)
    case .endsWithoutRun: try await endsWithoutRun(device)
    case .runEnds: try await runEnds(device)
    case .secret: try await secret(device)
    }
  }
}

extension UserSessionContract: CustomTestStringConvertible {
  /// The text of the rule.
  public var testDescription: String { rawValue }
}
