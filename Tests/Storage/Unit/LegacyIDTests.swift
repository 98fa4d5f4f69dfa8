import Foundation
import Testing

@testable import Storage

@Suite("IDs of former releases")
struct LegacyIDTests {
  let id = LegacyIdentifier("cityID", formerly: ["city_id", "selectedCity"])

  @Test func `The newest key with an ID decides`() throws {
    let stores: [([String: Any], id: String?)] = [
      (["cityID": "1"], "1"), (["city_id": "2"], "2"), (["selectedCity": "3"], "3"),
      (["cityID": 1, "city_id": 2, "selectedCity": 3], "1"),
      (["city_id": "2", "selectedCity": "3"], "2"),
      // No key and an empty text are no ID.
      ([:], nil), (["city": "1"], nil), (["cityID": "", "selectedCity": ""], nil),
      (["cityID": "", "city_id": 7], "7"),
    ]
    for (values, expected) in stores {
      let settings = OldSettings(values)
      #expect(try id.string(from: settings.object(forKey:)) == expected)
      #expect(try id.integer(from: settings.object(forKey:)) == expected.flatMap { Int($0) })
    }
  }

  @Test(arguments: [Int.min, -1, 0, 1, 42, Int.max])
  func `A number and its text are the same ID`(number: Int) throws {
    for value in [number, "\(number)"] as [Any] {
      let settings = OldSettings(["city_id": value])
      #expect(try id.integer(from: settings.object(forKey:)) == number)
      #expect(try id.string(from: settings.object(forKey:)) == "\(number)")
    }
  }

  @Test func `An integer of any width is an ID`() throws {
    let values: [Any] = [Int8(7), UInt(7), Int64(7), UInt64.max, NSNumber(value: UInt64.max)]
    for value in values {
      #expect(try id.string(from: { _ in value }) == "\(value)")
    }
    #expect(try id.integer(from: { _ in UInt32(7) }) == 7)
    #expect(throws: LegacyIdentifierError.self) { try id.integer(from: { _ in UInt64.max }) }
  }

  @Test func `A text that is not a number is an ID as text, and an error as a number`() throws {
    for text in ["moscow", "1.5", " 1", "9223372036854775808"] {
      let settings = OldSettings(["city_id": text])
      let error = LegacyIdentifierError.notAnID(
        key: "city_id", found: "a text that is not a number")

      #expect(try id.string(from: settings.object(forKey:)) == text)
      #expect(throws: error) { try id.integer(from: settings.object(forKey:)) }
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
      // An older key with an ID does not help.
      let settings = OldSettings(["city_id": other.value, "selectedCity": "3"])
      let error = LegacyIdentifierError.notAnID(key: "city_id", found: other.type)

      #expect(throws: error) { try id.string(from: settings.object(forKey:)) }
      #expect(throws: error) { try id.integer(from: settings.object(forKey:)) }
    }
  }

  @Test
  func `Reading changes nothing, and removing removes all keys of the ID and no others`() throws {
    let settings = OldSettings(["cityID": "1", "city_id": 2, "selectedCity": [3], "cart": "4"])

    _ = try id.string(from: settings.object(forKey:))
    #expect(settings.values.count == 4)
    id.remove(with: settings.removeObject(forKey:))
    id.remove(with: settings.removeObject(forKey:))

    #expect(Array(settings.values.keys) == ["cart"])
    #expect(try id.string(from: settings.object(forKey:)) == nil)
  }

  @Test func `The ID is read and removed in a suite of UserDefaults`() throws {
    let suite = "storage-tests.\(UUID().uuidString)"
    let old = try #require(UserDefaults(suiteName: suite))
    defer { old.removePersistentDomain(forName: suite) }
    old.set(42, forKey: "city_id")
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

/// The functions of `UserDefaults` that `LegacyIdentifier` uses, in memory.
private final class OldSettings {
  private(set) var values: [String: Any]

  init(_ values: [String: Any]) { self.values = values }

  func object(forKey key: String) -> Any? { values[key] }

  func removeObject(forKey key: String) { values[key] = nil }
}
