import Foundation
import Storage
import StorageTestSupport
import Testing

nonisolated struct ProfileV1: Codable {
  var nick: String
}

nonisolated struct Profile: Codable {
  var name: String
  var greeting: String

  static let schema = StoredSchema(ProfileV1.self)
    .step(
      "nick becomes name, greeting is new",
      up: { old, kept in Profile(name: old.nick, greeting: kept?.greeting ?? "Hello") },
      down: { ProfileV1(nick: $0.name) })
}

@Suite("The profile, in every release")
struct ProfileMigrationTests {
  static let history = ReleaseHistory("profile", class: .critical)
    .release(StoredSchema(ProfileV1.self)) {
      ProfileV1(nick: "name \($0)")
    } facts: {
      ["name": $0.nick]
    }
    .release(Profile.schema) {
      Profile(name: "name \($0)", greeting: "greeting \($0)")
    } facts: {
      ["name": $0.name, "greeting": $0.greeting]
    }

  @Test(arguments: MigrationContract.allCases)
  func `Every rule holds`(_ rule: MigrationContract) async throws {
    try await rule.verify(Self.history)
  }
}

@Suite("The article about shipping a schema")
struct ShippingASchemaTests {
  let article = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Modules/Storage/Storage.docc/ShippingASchema.md")

  @Test func `The quoted problem is the report on a step that keeps nothing`() async throws {
    let schema = StoredSchema(ProfileV1.self).step(
      "greeting is new", up: { Profile(name: $0.nick, greeting: "Hello") },
      down: { ProfileV1(nick: $0.name) })
    let history = ReleaseHistory("profile", class: .critical)
      .release(StoredSchema(ProfileV1.self)) {
        ProfileV1(nick: "name \($0)")
      } facts: {
        ["name": $0.nick]
      }
      .release(schema) {
        Profile(name: "name \($0)", greeting: "greeting \($0)")
      } facts: {
        ["name": $0.name, "greeting": $0.greeting]
      }

    let problems = try await MigrationContract.rollbacks.problems(in: history)

    let quote = try String(contentsOf: article, encoding: .utf8)
      .split(separator: "\n").filter { $0.hasPrefix("> ") }.map { $0.dropFirst(2) }
    #expect(problems.map(\.description) == [quote.joined(separator: " ")])
  }
}
