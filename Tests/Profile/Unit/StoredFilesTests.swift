import Foundation
import Storage
import StorageTestSupport
import Testing

@testable import Profile

struct StoredFilesTests {
  private static let profile = ReleaseHistory("profile", class: .userState)
    .release(StoredSchema(ProfileBase.self)) { write in
      ProfileBase(
        profile: UserProfile(
          phone: PhoneNumber(rawValue: "+7912345678\(write % 10)"), name: "name \(write)",
          birthday: Birthday(year: 1990, month: 5, day: 1 + write % 28),
          isBirthdayFixed: write % 2 == 0, email: "mail\(write)@example.com", language: "kk",
          consents: [
            Consent(
              id: "marketing", isGiven: write % 2 == 1,
              time: Date(timeIntervalSince1970: 1_700_000_000), textVersion: "v\(write)")
          ], bonuses: BonusBalance(amount: write, unit: "points")))
    } facts: { base in
      ["profile": base.profile.map { "\($0)" } ?? ""]
    }

  @Test(arguments: MigrationContract.rules(for: .userState))
  func `Every rule holds for the profile`(_ rule: MigrationContract) async throws {
    try await rule.verify(Self.profile)
  }

  @Test func `A queued change of the first release is read by every later one`() throws {
    let birthday = try #require(Birthday("1990-05-01"))
    let consent = Consent(
      id: "marketing", isGiven: true, time: Date(timeIntervalSince1970: 1_700_000_000),
      textVersion: "v1")
    let edits: [(ProfileEdit, String)] = [
      (.name("Ada"), #"{"edit":{"name":{"_0":"Ada"}}}"#),
      (.birthday(birthday), #"{"edit":{"birthday":{"_0":"1990-05-01"}}}"#),
      (.email("ada@example.com"), #"{"edit":{"email":{"_0":"ada@example.com"}}}"#),
      (.language("kk"), #"{"edit":{"language":{"_0":"kk"}}}"#),
      (
        .consent(consent),
        #"{"edit":{"consent":{"_0":{"id":"marketing","isGiven":true,"textVersion":"v1","time":721692800}}}}"#
      ),
    ]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for (edit, text) in edits {
      let change = ProfileChange(edit: edit)
      #expect(String(decoding: try encoder.encode(change), as: UTF8.self) == text)
      #expect(try JSONDecoder().decode(ProfileChange.self, from: Data(text.utf8)) == change)
    }
    for rejection in [ProfileRejection.invalid, .birthdayFixed, .emailTaken, .other("x")] {
      let data = try encoder.encode(rejection)
      #expect(try JSONDecoder().decode(ProfileRejection.self, from: data) == rejection)
    }
  }
}
