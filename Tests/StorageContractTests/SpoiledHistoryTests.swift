import Foundation
import Storage
import StorageTestSupport
import Testing

/// Histories with one mistake each: what a team would be told.
@Suite("A mistake in a history is told", .temporaryDirectory)
struct SpoiledHistoryTests {
  /// Golden files of these histories are in the directory of the test.
  let testFile = TemporaryDirectory.url.appending(path: "Tests.swift").path

  @Test("A value that loses what only the newer release knows needs a merge")
  func missingMerge() async throws {
    let v2 = Visitor.v1.step("no merge", up: Self.up, down: Self.down)
    #expect(
      try await told(.rollbacks, Visitor.history(v2: v2)) == [
        "v1 → v2 → v1 → v2: “points” is “0” and was stored as “2” by v2. "
          + "Give the step to v2 a `merge` that takes “points” from `kept`."
      ])
    #expect(
      try await told(.rollbacks, Visitor.table(v2: v2)) == [
        "v1 → v2 → v1 → v2: “points” of element 4 is “0” and was stored as “2” by v2. "
          + "Give the step to v2 a `merge` that takes “points” from `kept`."
      ])
    #expect(try await told(.updates, Visitor.history(v2: v2)) == [])
  }

  @Test("A merge that keeps what the release before has changed is wrong")
  func wrongMerge() async throws {
    let v2 = Visitor.v1.step("kept", up: Self.up, down: Self.down, merge: { kept, _ in kept })
    #expect(
      try await told(.rollbacks, Visitor.history(v2: v2)).first
        == "")
  }

  @Test("A release that is gone back to needs a way down")
  func missingDown() async throws {
    let v2 = Visitor.v1.step("no down", up: Self.up, merge: Self.merge)
    #expect(
      try await told(.rollbacks, Visitor.history(v2: v2)) == [
        ""
      ])
    #expect(
      try await told(.rollbacks, Visitor.table(v2: v2)) == [
        ""
      ])
  }

  @Test("A way down that loses a field is wrong")
  func wrongDown() async throws {
    let v2 = Visitor.v1.step(
      "wrong down", up: Self.up, down: { VisitorV1(id: $0.id, nick: "") }, merge: Self.merge)
    #expect(
      try await told(.rollbacks, Visitor.history(v2: v2)) == [
        ""
      ])
  }

  @Test("A step that loses a field is found by every rule that updates")
  func wrongUp() async throws {
    let schema = Visitor.v2.step(
      "points are forgotten", up: { Visitor(id: $0.id, name: $0.handle) },
      down: { VisitorV2(id: $0.id, handle: $0.name, points: $0.points) },
      merge: { Visitor(id: $1.id, name: $1.name, points: $1.points, phone: $0.phone) })
    #expect(
      try await told(.updates, Visitor.history(schema: schema)) == [
        ""
      ])
  }

  @Test("A step that refuses what has been stored is named")
  func throwingStep() async throws {
    struct TooOld: Error {}
    let v2 = Visitor.v1.step(
      "only the young", up: { (_: VisitorV1) throws -> VisitorV2 in throw TooOld() },
      down: Self.down, merge: Self.merge)
    #expect(
      try await told(.updates, Visitor.history(v2: v2)) == [
        ""
      ])
  }

  @Test("A golden file that is missing is written, and the rule fails until then")
  func missingGoldenFile() async throws {
    let file = TemporaryDirectory.url.appending(path: "GoldenFiles/visitor.v1.store")
    let history = Visitor.history(goldenFilesBeside: testFile)
    let first = try await MigrationContract.goldenFiles.problems(in: history)
    #expect(first.count == 3)
    #expect(first.first?.description == "\(file.path)")
    #expect(try await told(.goldenFiles, history) == [])
  }

  @Test("A type that was edited after it had shipped is found by its golden file")
  func editedType() async throws {
    struct Renamed: Codable { var handle: String }
    struct Grown: Codable { var nick: String; var age: Int? }
    _ = try await told(.goldenFiles, nick())
    #expect(try await told(.goldenFiles, nick()) == [])

    let renamed = nicks.release(Schema(Renamed.self)) {
      Renamed(handle: "name \($0)")
    } facts: { ["name": $0.handle] }
    #expect(try await told(.goldenFiles, renamed) == [""])
    let grown = nicks.release(Schema(Grown.self)) {
      Grown(nick: "name \($0)", age: $0)
    } facts: { ["name": $0.nick] }
    #expect(try await told(.goldenFiles, grown) == [""])
    #expect(try await told(.goldenFiles, nicks) == [""])
  }

  @Test("A sample without facts, the same every time, or lacking one, proves nothing")
  func poorSamples() async throws {
    let same = nicks.release(Schema(VisitorV1.self)) { _ in VisitorV1(nick: "Ada") } facts: { ["name": $0.nick] }
    #expect(try await told(.samples, same) == [""])
    let none = nicks.release(Schema(VisitorV1.self)) { VisitorV1(nick: "\($0)") } facts: { _ in [:] }
    #expect(try await told(.samples, none) == [""])
    let forgotten = nick().release(Visitor.v2) { VisitorV2(handle: "\($0)") } facts: { ["handle": $0.handle] }
    #expect(try await told(.samples, forgotten) == [""])
    #expect(try await told(.samples, nick().release(Visitor.v1) { VisitorV1(nick: "\($0)") } facts: { ["name": $0.nick] }) == [""])
  }

  private static let up: @Sendable (VisitorV1) -> VisitorV2 = {
    VisitorV2(id: $0.id, handle: $0.nick)
  }
  private static let down: @Sendable (VisitorV2) -> VisitorV1 = {
    VisitorV1(id: $0.id, nick: $0.handle)
  }
  private static let merge: @Sendable (VisitorV2, VisitorV2) -> VisitorV2 = {
    VisitorV2(id: $1.id, handle: $1.handle, points: $0.points)
  }

  private var nicks: ReleaseHistory {
    ReleaseHistory("nick", class: .userState, goldenFilesBeside: testFile)
  }

  private func nick() -> ReleaseHistory {
    struct Nick: Codable { var nick: String }
    return nicks.release(Visitor.v1) { VisitorV1(nick: "name \($0)") } facts: { ["name": $0.nick] }
  }

  private func told(_ rule: MigrationContract, _ history: ReleaseHistory) async throws -> [String] {
    try await rule.problems(in: history).map(\.description)
  }
}
