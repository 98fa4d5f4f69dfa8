import Foundation
import Networking

/// The body of a response with the profile.
struct ProfileDocument: Decodable, Sendable {
  let revision: Int
  let phone: Lossy<String>?
  let name: Lossy<String>?
  let birthday: Lossy<String>?
  let isBirthdayFixed: Lossy<Bool>?
  let email: Lossy<String>?
  let language: Lossy<String>?
  let consents: LossyList<ConsentDocument>?
  let bonuses: Lossy<BonusBalance>?

  /// The profile, without the values that this release cannot read.
  var profile: UserProfile {
    var profile = UserProfile(
      phone: phone?.value.flatMap(PhoneNumber.init), name: name?.value ?? "",
      birthday: birthday?.value.flatMap(Birthday.init),
      isBirthdayFixed: isBirthdayFixed?.value ?? false, email: email?.value ?? "",
      language: language?.value ?? "", bonuses: bonuses?.value)
    // Of several consents of a kind, the latest remains.
    for consent in (consents?.value ?? []).compactMap(\.value?.consent)
    where !profile.consents.contains(where: { $0.id == consent.id && $0.time > consent.time }) {
      profile.apply(.consent(consent))
    }
    return profile
  }
}

/// A consent in the server's form, with its time in seconds since 1970.
struct ConsentDocument: Codable, Sendable {
  let id: String
  let isGiven: Bool
  let time: Int
  let textVersion: String

  var consent: Consent {
    Consent(
      id: id, isGiven: isGiven, time: Date(timeIntervalSince1970: TimeInterval(time)),
      textVersion: textVersion)
  }
}

/// The body of a request that changes one field; the other fields are `nil` and are not sent.
struct ProfilePatch: Encodable {
  var name: String?
  var birthday: String?
  var email: String?
  var language: String?
  var consent: ConsentDocument?

  init(_ edit: ProfileEdit) {
    switch edit {
    case .name(let name): self.name = name
    case .birthday(let birthday): self.birthday = "\(birthday)"
    case .email(let email): self.email = email
    case .language(let language): self.language = language
    case .consent(let consent):
      self.consent = ConsentDocument(
        id: consent.id, isGiven: consent.isGiven,
        time: Int(exactly: consent.time.timeIntervalSince1970.rounded(.down)) ?? 0,
        textVersion: consent.textVersion)
    }
  }
}
