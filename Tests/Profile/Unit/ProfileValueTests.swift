import Foundation
import Testing

@testable import Profile

struct ProfileValueTests {
  // MARK: Dates of birth

  @Test(arguments: [1900, 1980, 1999, 2000, 2004, 2100, 2200])
  func `A date of birth is a day of the Gregorian calendar`(_ year: Int) throws {
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
    for year in [1899, 2201] { #expect(Birthday(year: year, month: 1, day: 1) == nil) }
  }

  @Test func `A date of birth has a text of ten characters, and is read from it`() throws {
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
      "", "1990-01-02-", "-1990-01-02", "1990--01-02", "1990-01", "01990-01-02", "199-01-02",
      "1990-001-02", "1990-1-02", "1990-01-002", "1990-01-2", "1990-01-1a", "1990/01/02",
      "+990-01-02", "1990-+1-01", "1990-02-30", "٢٠٠٠-٠١-٠١",
    ] {
      #expect(Birthday(text) == nil, "\(text)")
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([Birthday].self, from: Data("[\"\(text)\"]".utf8))
      }
    }
  }

  @Test func `Dates of birth are ordered by year, month and day`() {
    let texts = ["1990-02-01", "1990-02-02", "1990-03-01", "1991-01-01"]
    let dates = texts.compactMap { Birthday($0) }
    #expect(dates.reversed().sorted() == dates)
    for date in dates { #expect(!(date < date) && date <= date) }
  }

  @Test func `An id of an account has 1 to 64 bytes, and no control characters`() {
    for text in ["a", "account-1", String(repeating: "ё", count: 32)] {
      #expect(AccountID(rawValue: text)?.description == text)
    }
    for text in ["", "a\n", "\u{0}", "a\u{85}b", String(repeating: "a", count: 65)] {
      #expect(AccountID(rawValue: text) == nil)
    }
  }

  // MARK: Edits

  @Test func `An edit names its field`() throws {
    let birthday = try #require(Birthday("1990-05-01"))
    let consent = Consent(id: "marketing", isGiven: true, time: .distantPast, textVersion: "1")
    let edits: [ProfileEdit] = [
      .name("a"), .birthday(birthday), .email("a"), .language("a"), .consent(consent),
    ]
    #expect(
      edits.map(\.field) == [.name, .birthday, .email, .language, .consent("marketing")])
  }

  @Test func `Longest and unusual values are valid, and are sent without surrounding spaces`() {
    let longest = String(repeating: "Ё", count: 100)
    #expect(ProfileEdit.name(" \(longest)\n").validated(at: .distantPast) == .name(longest))
    let longestEmail = "a@\(String(repeating: "b", count: 250)).c"
    for email in ["a@b.c", "a.b@c.d", ".a.@b.c", "ё@ё.ё", "", longestEmail] {
      #expect(ProfileEdit.email(" \(email) ").validated(at: .distantPast) == .email(email))
    }
    let longestLanguage = String(repeating: "a", count: 35)
    for language in ["", "kk", "zh-Hant-TW", "es-419", "AZaz09-", longestLanguage] {
      #expect(ProfileEdit.language(language).validated(at: .distantPast) != nil)
    }
  }

  @Test func `A date of birth is not after tomorrow`() throws {
    func isValid(_ day: String, at time: Int) throws -> Bool {
      let time = Date(timeIntervalSince1970: TimeInterval(time))
      return ProfileEdit.birthday(try #require(Birthday(day))).validated(at: time) != nil
    }
    // 2001-09-09 01:46:40, and a second before the end of that day.
    for time in [1_000_000_000, 1_000_079_999] {
      let days = ["2001-09-09", "2001-09-10", "2001-09-11", "2001-10-01", "2002-01-01"]
      #expect(try days.map { try isValid($0, at: time) } == [true, true, false, false, false])
    }
    #expect(try isValid("2001-09-11", at: 1_000_080_000))
  }
}
