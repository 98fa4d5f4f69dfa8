/// A value of about 2 KB: a user with settings.
package struct Profile: Codable, Sendable, Equatable {
  package var name: String
  package var email: String
  package var launches: Int
  package var settings: [String: String]
  package var recent: [Int]

  package static func sample(_ launches: Int) -> Profile {
    Profile(
      name: "Ada Lovelace", email: "ada@example.com", launches: launches,
      settings: Dictionary(
        uniqueKeysWithValues: (0..<40).map { ("setting.\($0)", "value number \($0) of the user") }),
      recent: Array(1000..<1060))
  }
}
