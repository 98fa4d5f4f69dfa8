import Foundation
import Testing

@testable import Storage

@Suite("Ids of former releases")
struct LegacyIDTests {
  let id = LegacyIdentifier("cityID", formerly: ["city_id", "selectedCity"])

  @Test func `The newest key with an id decides`() throws {
    let stores: [([String: Any], id: String?)] = [
      (["cityID": "1"], "1"), (["city_id": "2"], "2"), (["selectedCity": "3"], "3"),
      (["cityID": 1, "city_id": 2, "selectedCity": 3], "1"),
      (["city_id": "2", "selectedCity": "3"], "2"),
      // No key and an empty text are no id.
      ([:], nil), (["city": "1"], nil), (["cityID": "", "selectedCity": ""], nil),
      (["cityID": "", "city_id": 7], "7"),
    ]
    for (values, expected) in stores {
      #expect(try id.string(from: { values[$0] }) == expected)
      #expect(try id.integer(from: { values[$0] }) == expected.flatMap { Int($0) })
    }
  }

  @Test(arguments: [Int.min, -1, 0, 1, 42, Int.max])
  func `A number and its text are the same id`(number: Int) throws {
    for value in [number, "\(number)"] as [Any] {
      let settings: [String: Any] = ["city_id": value]
      #expect(try id.integer(from: { settings[$0] }) == number)
      #expect(try id.string(from: { settings[$0] }) == "\(number)")
    }
  }

  @Test func `An integer of any width is an id`() throws {
    let values: [Any] = [Int8(7), UInt(7), Int64(7), UInt64.max, NSNumber(value: UInt64.max)]
    for value in values {
      #expect(try id.string(from: { _ in value }) == "\(value)")
    }
    #expect(try id.integer(from: { _ in UInt32(7) }) == 7)
    #expect(throws: LegacyIdentifierError.self) { try id.integer(from: { _ in UInt64.max }) }
  }

  @Test func `A text that is not a number is an id as text, and an error as a number`() throws {
    for text in ["moscow", "1.5", " 1", "9223372036854775808"] {
      let settings: [String: Any] = ["city_id": text]
      let error = LegacyIdentifierError.notAnID(
        key: "city_id", found: "a text that is not a number")

      #expect(try id.string(from: { settings[$0] }) == text)
      #expect(throws: error) { try id.integer(from: { settings[$0] }) }
    }
  }

  @Test
  func `Another type is an error with the key and the type, and without the content`() throws {
    let others: [(value: Any, type: String)] = [
      (true, "Bool"), (NSNumber(value: true), "__NSCFBoolean"), (1.5, "Double"),
      (["secret"], "Array<String>"),
      (["secret": 1], "Dictionary<String, Int>"),
    ]
    for other in others {
      // An older key with an id does not help.
      let settings: [String: Any] = ["city_id": other.value, "selectedCity": "3"]
      let error = LegacyIdentifierError.notAnID(key: "city_id", found: other.type)

      #expect(throws: error) { try id.string(from: { settings[$0] }) }
      #expect(throws: error) { try id.integer(from: { settings[$0] }) }
    }
  }

  @Test func `The id is read and removed in a suite of UserDefaults`() throws {
    let suite = "storage-tests.\(UUID().uuidString)"
    let old = try #require(UserDefaults(suiteName: suite))
    defer { old.removePersistentDomain(forName: suite) }
    for key in ["cityID", "city_id", "selectedCity"] { old.set(42, forKey: key) }
    old.set("4f1c", forKey: "user")
    old.set(true, forKey: "flag")
    // On Linux, `UserDefaults` stores nothing before this call.
    #expect(old.synchronize())

    let next = try #require(UserDefaults(suiteName: suite))
    #expect(try id.integer(from: next.object(forKey:)) == 42)
    #expect(try LegacyIdentifier("user").string(from: next.object(forKey:)) == "4f1c")
    #expect(throws: LegacyIdentifierError.self) {
      try LegacyIdentifier("flag").string(from: next.object(forKey:))
    }
    id.remove(with: next.removeObject(forKey:))
    #expect(next.synchronize())

    let afterwards = try #require(UserDefaults(suiteName: suite))
    #expect(try id.integer(from: afterwards.object(forKey:)) == nil)
    #expect(try LegacyIdentifier("user").string(from: afterwards.object(forKey:)) == "4f1c")
  }
}
