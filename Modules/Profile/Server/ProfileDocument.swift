import Foundation

/// The body of a response with the profile.
struct ProfileDocument: Decodable {
  let revision: Int
  let phone: String?
  let name: String?
  let birthday: String?
  let isBirthdayFixed: Bool?
  let email: String?
  let language: String?
  let consents: [ConsentDocument]?
  let bonuses: BonusBalance?

  /// The profile, without the values that this release cannot read.
  var profile: UserProfile {
    UserProfile(
      phone: phone.flatMap(PhoneNumber.init), name: name ?? "",
      birthday: birthday.flatMap(Birthday.init), isBirthdayFixed: isBirthdayFixed ?? false,
      email: email ?? "", language: language ?? "",
      consents: (consents ?? []).map(\.consent).reduce(into: []) { $0.keepLatest($1) },
      bonuses: bonuses)
  }
}

extension [Consent] {
  /// Adds a consent in place of an earlier one of the same kind; ignores it if the list has a later one.
  fileprivate mutating func keepLatest(_ consent: Consent) {
    if let index = firstIndex(where: { $0.id == consent.id }) {
      guard self[index].time <= consent.time else { return }
      remove(at: index)
    }
    append(consent)
  }
}

/// A consent in the server's form, with its time in seconds since 1970.
struct ConsentDocument: Codable {
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
