/// One value of about 2 KB: a user with settings.
public struct Profile: Codable, Sendable, Equatable {
  public var name: String
  public var email: String
  public var launches: Int
  public var settings: [String: String]
  public var recent: [Int]

  /// From its parts, as bytes have them.
  public init(
    name: String, email: String, launches: Int, settings: [String: String], recent: [Int]
  ) {
    (self.name, self.email, self.launches) = (name, email, launches)
    (self.settings, self.recent) = (settings, recent)
  }

  public static func sample(_ launches: Int) -> Profile {
    Profile(
      name: "Ada Lovelace", email: "ada@example.com", launches: launches,
      settings: Dictionary(
        uniqueKeysWithValues: (0..<40).map { ("setting.\($0)", "value number \($0) of the user") }),
      recent: Array(1000..<1060))
  }
}
