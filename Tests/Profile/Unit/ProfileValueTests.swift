import Foundation
import Networking
import NetworkingTestSupport
import Storage
import StorageTestSupport
import Synchronization
import Testing

@testable import Profile
@testable import Sync

@Suite("The values of a profile")
struct ProfileValueTests {
  // MARK: Dates of birth

  @Test(arguments: [1900, 1970, 1980, 1996, 1999, 2000, 2004, 2100, 2200])
  func `a date of birth is a day of the Gregorian calendar`(_ year: Int) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    for month in 1...12 {
      let first = try #require(calendar.date(from: DateComponents(year: year, month: month)))
      let days = try #require(calendar.range(of: .day, in: .month, for: first))
      for day in 0...32 {
        #expect((Birthday(year: year, month: month, day: day) != nil) == days.contains(day))
      }
    }
    for month in [-1, 0, 13, 14] { #expect(Birthday(year: year, month: month, day: 1) == nil) }
  }

  @Test func `a year of birth is from 1900 to 2200`() {
    for year in [1899, 2201] { #expect(Birthday(year: year, month: 1, day: 1) == nil) }
    for year in [1900, 2200] { #expect(Birthday(year: year, month: 12, day: 31) != nil) }
  }

  @Test func `a date of birth has a text of ten characters, and is read from it`() throws {
    for text in ["1990-01-02", "2009-09-09", "2010-10-10", "2011-11-11", "1999-12-29"] {
      let birthday = try #require(Birthday(text))
      #expect("\(birthday)" == text)
      let stored = try JSONEncoder().encode([birthday])
      #expect(String(decoding: stored, as: UTF8.self) == "[\"\(text)\"]")
      #expect(try JSONDecoder().decode([Birthday].self, from: stored) == [birthday])
    }
    let date = try #require(Birthday("2003-02-01"))
    #expect(date.year == 2003 && date.month == 2 && date.day == 1)
    for text in [
      "1990-01-02-", "-1990-01-02", "1990--01-02", "1990-01", "01990-01-02", "199-01-02",
      "1990-001-02", "1990-1-02", "1990-01-002", "1990-01-2", "1990-01-1a", "1990/01/02",
      "+990-01-02", "1990-+1-01",
    ] {
      #expect(Birthday(text) == nil, "\(text)")
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([Birthday].self, from: Data("[\"\(text)\"]".utf8))
      }
    }
  }

  @Test func `dates of birth are ordered by year, month and day`() throws {
    let texts = ["1990-02-01", "1990-02-02", "1990-03-01", "1991-01-01"]
    let dates = texts.compactMap { Birthday($0) }
    #expect(dates.shuffled().sorted() == dates)
    for date in dates { #expect(!(date < date) && date <= date) }
  }

  // MARK: Accounts and codes

  @Test func `an id of an account has 1 to 64 bytes, and no control characters`() {
    for text in ["a", "account-1", String(repeating: "ё", count: 32)] {
      #expect(AccountID(rawValue: text)?.description == text)
    }
    for text in ["", "a\n", "\u{0}", "a\u{85}b", String(repeating: "a", count: 65)] {
      #expect(AccountID(rawValue: text) == nil)
    }
  }

  @Test func `a code is valid until its lifetime is over, and can be sent again after a pause`()
    throws
  {
    let time = Date(timeIntervalSince1970: 1_700_000_000)
    let code = SentCode(phone: try #require(PhoneNumber(rawValue: "+79123456789")), sentAt: time)
    #expect(!code.isExpired(at: time.addingTimeInterval(300)))
    #expect(code.isExpired(at: time.addingTimeInterval(301)))
    let delays = [-1.0, 0, 0.5, 59, 60, 61].map {
      code.resendDelay(at: time.addingTimeInterval($0))
    }
    #expect(delays == [0, 60, 59.5, 1, 0, 0])
  }

  @Test func `a number in the international form has 7 to 15 digits`() {
    for text in ["+1234567", "+123456789012345", "+9999999"] {
      #expect(PhoneNumber(rawValue: text)?.rawValue == text)
    }
    for text in ["+123456", "+1234567890123456", "+0234567", "12345678", "+12345 7", "+1234567:"] {
      #expect(PhoneNumber(rawValue: text) == nil, "\(text)")
    }
  }

  // MARK: Edits

  @Test func `an edit names its field`() throws {
    let birthday = try #require(Birthday("1990-05-01"))
    let consent = Consent(id: "marketing", isGiven: true, time: .distantPast, textVersion: "1")
    let edits: [ProfileEdit] = [
      .name("a"), .birthday(birthday), .email("a"), .language("a"), .consent(consent),
    ]
    #expect(
      edits.map(\.field) == [.name, .birthday, .email, .language, .consent("marketing")])
  }

  private func isValid(_ edit: ProfileEdit, at time: Date = Date(timeIntervalSince1970: 0)) -> Bool
  {
    edit.validated(at: time) != nil
  }

  @Test func `a name has up to 100 characters, and no control characters`() {
    let longest = String(repeating: "Ё", count: 100)
    #expect(ProfileEdit.name(" \(longest)\n").validated(at: .distantPast) == .name(longest))
    #expect(!isValid(.name(longest + "a")))
    #expect(!isValid(.name("a\u{7}b")) && isValid(.name("")))
  }

  @Test func `an address of mail has one at sign, a name, and a domain with a dot inside`() {
    let longest = "a@\(String(repeating: "b", count: 250)).c"
    for email in ["a@b.c", "a.b@c.d", ".a.@b.c", "ё@ё.ё", "", longest] {
      #expect(ProfileEdit.email(" \(email) ").validated(at: .distantPast) == .email(email))
    }
    for email in [
      "a", "@", "a@", "@b.c", "a@@b.c", "a@b@c.d", "a@b.c@", "a.b@c", "a@.b", "a@b.", "a @b.c",
      "a@b .c", "a\u{0}@b.c", "b\(longest)",
    ] {
      #expect(!isValid(.email(email)), "\(email)")
    }
  }

  @Test func `a language has up to 35 letters, digits and dashes`() {
    let longest = String(repeating: "a", count: 35)
    for language in ["", "kk", "zh-Hant-TW", "es-419", "AZaz09-", longest] {
      #expect(isValid(.language(language)))
    }
    for language in ["a_b", "k/k", "k:k", "k@k", "k[k", "k`k", "k{k", "kk ", "ё", longest + "a"] {
      #expect(!isValid(.language(language)), "\(language)")
    }
  }

  @Test func `a date of birth is not after tomorrow`() throws {
    // 2001-09-09 01:46:40, and a second before the end of that day.
    let times = [1_000_000_000, 1_000_079_999].map { Date(timeIntervalSince1970: $0) }
    let days = ["2001-09-09", "2001-09-10", "2001-09-11", "2001-10-01", "2002-01-01"]
    for time in times {
      let found = try days.map { isValid(.birthday(try #require(Birthday($0))), at: time) }
      #expect(found == [true, true, false, false, false])
    }
    let midnight = Date(timeIntervalSince1970: 1_000_080_000)
    #expect(isValid(.birthday(try #require(Birthday("2001-09-11"))), at: midnight))
  }

  @Test func `a consent has an id and the version of its text`() {
    func consent(_ id: String, _ version: String) -> ProfileEdit {
      .consent(Consent(id: id, isGiven: false, time: .distantPast, textVersion: version))
    }
    #expect(isValid(consent("a", "1")))
    #expect(!isValid(consent("", "1")) && !isValid(consent("a", "")) && !isValid(consent("", "")))
  }

  // MARK: The server's profile

  private func profile(_ text: String) throws -> UserProfile {
    try HTTPResponse(status: 200, body: Data(text.utf8)).json(ProfileDocument.self).profile
  }

  @Test func `a profile is read with all of its values, or without those that are absent`() throws {
    #expect(try profile(#"{"revision":1}"#) == UserProfile())
    let full = try profile(
      #"""
      {"revision":1,"phone":"+79123456789","name":"Ada","birthday":"1990-05-01",
       "isBirthdayFixed":true,"email":"ada@example.com","language":"kk",
       "consents":[{"id":"marketing","isGiven":true,"time":1700000000,"textVersion":"v1"}],
       "bonuses":{"amount":7,"unit":"points"}}
      """#)
    let consent = Consent(
      id: "marketing", isGiven: true, time: Date(timeIntervalSince1970: 1_700_000_000),
      textVersion: "v1")
    #expect(
      full
        == UserProfile(
          phone: PhoneNumber(rawValue: "+79123456789"), name: "Ada",
          birthday: Birthday("1990-05-01"),
          isBirthdayFixed: true, email: "ada@example.com", language: "kk", consents: [consent],
          bonuses: BonusBalance(amount: 7, unit: "points")))
  }
}

@Suite("The model of a profile")
struct ProfileModelTests {
  private typealias Snapshot = OptimisticSnapshot<ProfileBase, ProfileChange>
  private let model = ProfileModel(transport: NoTransport())

  /// A server with one response, which records the last request.
  private final class PreparedServer: Transport {
    private let response: HTTPResponse
    private let request = Mutex<HTTPRequest?>(nil)

    var last: HTTPRequest? { request.withLock { $0 } }

    init(_ response: HTTPResponse) { self.response = response }

    func send(
      _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> HTTPResponse {
      self.request.withLock { $0 = request }
      return response
    }
  }

  private struct NoTransport: Transport {
    func send(
      _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> HTTPResponse { throw .offline }
  }

  @Test func `changes of a field are merged, and decisions about a consent are not`() {
    let consent = Consent(id: "a", isGiven: true, time: .distantPast, textVersion: "1")
    for edit in [ProfileEdit.name("b"), .email("a@b.c"), .language("kk")] {
      let change = ProfileChange(edit: edit)
      guard case .merged(change) = change.coalesce(after: change) else {
        Issue.record("\(edit) is not merged")
        continue
      }
    }
    let change = ProfileChange(edit: .consent(consent))
    guard case .keepBoth = change.coalesce(after: change) else {
      Issue.record("a decision is lost")
      return
    }
  }

  @Test(arguments: [
    ("invalid", ProfileRejection.invalid), ("birthdayFixed", .birthdayFixed),
    ("emailTaken", .emailTaken), ("odd", .other("odd")),
  ])
  func `a refused change has the reason that the server gives`(
    _ code: String, _ reason: ProfileRejection
  ) async {
    let server = PreparedServer(HTTPResponse(problem: code, status: 422))
    let outgoing = OutgoingChange(
      change: ProfileChange(edit: .name("Ada")), key: "key", serverIDs: [:], id: 1,
      mayBeApplied: false)
    let outcome = await ProfileModel(transport: server).send(
      outgoing, on: ProfileBase(), in: .almaty)
    guard case .rejected(reason, _) = outcome else {
      Issue.record("\(code) is another answer")
      return
    }
    #expect(server.last?.idempotencyKey?.rawValue == "key")
  }

  @Test func `a profile that has not changed is not sent by the server again`() async throws {
    let tag = try #require(ETag(rawValue: "\"1\""))
    let server = PreparedServer(HTTPResponse(status: 304, body: Data()))
    for (validator, expected) in [
      (nil, HTTPRequest.Precondition?.none), (tag.rawValue, .hasChanged(since: tag)),
    ] {
      _ = await ProfileModel(transport: server).fetch(
        ProfileBase(), unless: validator, in: .almaty)
      #expect(server.last?.precondition == expected)
    }
  }

  @Test func `a change is shown before the first profile has arrived`() {
    let change = ProfileChange(edit: .name("Ada"))
    let item = OutboxItem(
      id: 1, lane: change.lane, change: change, mayBeApplied: false, failures: 0, reason: .ready,
      refusal: ChangeRefusal<ProfileRejection>?.none)
    let state = model.state(of: Snapshot(base: ProfileBase(), pending: [item]))
    #expect(state.profile == UserProfile(name: "Ada"))
    #expect(model.state(of: Snapshot(base: ProfileBase(), pending: [])).profile == nil)
  }

  @Test func `an edit changes its field alone`() throws {
    let birthday = try #require(Birthday("1990-05-01"))
    func consent(_ id: String, _ version: String) -> Consent {
      Consent(id: id, isGiven: true, time: .distantPast, textVersion: version)
    }
    var profile = UserProfile(
      name: "a", email: "a@b.c", language: "ru", consents: [consent("x", "1"), consent("y", "1")])
    var expected = profile
    expected.name = "b"
    profile.apply(.name("b"))
    #expect(profile == expected)
    expected.birthday = birthday
    profile.apply(.birthday(birthday))
    #expect(profile == expected)
    expected.email = "d@e.f"
    profile.apply(.email("d@e.f"))
    #expect(profile == expected)
    expected.language = "kk"
    profile.apply(.language("kk"))
    #expect(profile == expected)
    expected.consents = [consent("y", "1"), consent("x", "2")]
    profile.apply(.consent(consent("x", "2")))
    #expect(profile == expected)
  }

  @Test func `a damaged profile is reported, and not replaced without a word`() async throws {
    let folder = DeviceFolder()
    let stored = SingleRepository(
      .memoryBackedByFile("profile"), class: .userState, schema: StoredSchema(ProfileBase.self),
      in: folder.launch())
    try await stored.save(ProfileBase(profile: UserProfile(name: "Ada")))
    let file = folder.url.appending(path: "profile.v1.store")
    _ = folder.launch()
    try Data(contentsOf: file).dropLast(3).write(to: file)
    var environment = FeatureEnvironment(
      transport: NoTransport(), city: SettledCity(.almaty, gate: Gate()))
    environment.directory = folder.launch()
    let editor = OptimisticProfileEditor(in: environment)
    do throws(ProfileError) {
      _ = try await editor.apply(.name("Bob"))
      Issue.record("the damage is not reported")
    } catch {
      guard case .sync(.storage(.corrupt)) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }
}
