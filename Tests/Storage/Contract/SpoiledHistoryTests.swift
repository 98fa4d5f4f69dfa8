import Foundation
import Storage
import StorageTestSupport
import Testing

/// Tests of the reports on histories with one mistake each.
@Suite("Reports on incorrect histories", .temporaryDirectory)
struct SpoiledHistoryTests {
  /// A path in the test's directory, so that these histories write their golden files there.
  let testFile = TemporaryDirectory.url.appending(path: "Tests.swift").path

  @Test func `A missing merge that loses a new field is reported`() async throws {
    let v2 = Visitor.v1.step("no merge", up: Self.up, down: Self.down)
    try await expect(
      .rollbacks, in: Visitor.history(v2: v2),
      tells: [
        "v1 → v2 → v1 → v2: “points” is “0” and was stored as “2” by v2. "
          + "Give the step to v2 a `merge` that takes “points” from `kept`."
      ])
    try await expect(
      .rollbacks, in: Visitor.table(v2: v2),
      tells: [
        "v1 → v2 → v1 → v2: “points” of element 1 is “0” and was stored as “2” by v2. "
          + "Give the step to v2 a `merge` that takes “points” from `kept`."
      ])
    try await expect(.updates, in: Visitor.history(v2: v2), tells: [])
  }

  @Test func `A missing merge is also reported after a kill between the two files`() async throws {
    let v2 = Visitor.v1.step("no merge", up: Self.up, down: Self.down)
    let told = try await MigrationContract.kills.problems(in: Visitor.history(v2: v2))
    #expect(told.first?.path == "v1 → v2 (killed when visitor.v2.store was written) → v1 → v2")
    #expect(
      told.map(\.advice) == ["Give the step to v2 a `merge` that takes “points” from `kept`"])
  }

  @Test
  func `A merge that discards the changes of the previous release is reported`() async throws {
    let v2 = Visitor.v1.step("kept", up: Self.up, down: Self.down, merge: { kept, _ in kept })
    try await expect(
      .rollbacks, in: Visitor.history(v2: v2),
      tells: [
        "v1 → v2 → v1 → v2: “name” is “name 2” and was stored as “name 3” by v1. "
          + "Let the `merge` of the step to v2 take “name” from `returned`."
      ])
  }

  @Test func `A missing way down is reported`() async throws {
    let v2 = Visitor.v1.step("no down", up: Self.up, merge: Self.merge)
    let name = "Give the step to v2 a `down` that carries “name” back."
    try await expect(
      .rollbacks, in: Visitor.history(v2: v2),
      tells: ["v1 → v2 → v1: “name” is “name 1” and was stored as “name 2” by v2. \(name)"])
    try await expect(
      .rollbacks, in: Visitor.table(v2: v2),
      tells: [
        "v1 → v2 → v1: “name” of element 1 is “name 1” and was stored as “name 2” by v2. \(name)",
        "v1 → v2 → v1: element 2, which v2 removed, is back. "
          + "Give the step to v2 a `down`, so that removals are recognized.",
        "v1 → v2 → v1: element 5 of v2 is gone. "
          + "Give the step to v2 a `down` that keeps the identity.",
      ])
  }

  @Test func `A way down that loses a field is reported`() async throws {
    let v2 = Visitor.v1.step(
      "wrong down", up: Self.up, down: { VisitorV1(id: $0.id, nick: "") }, merge: Self.merge)
    try await expect(
      .rollbacks, in: Visitor.history(v2: v2),
      tells: [
        "v1 → v2 → v1: “name” is “” and was stored as “name 2” by v2. "
          + "Give the step to v2 a `down` that carries “name” back."
      ])
  }

  @Test func `A step that loses a field or changes an ID is reported`() async throws {
    let forgetful = Visitor.v2.step(
      "points are forgotten", up: { Visitor(id: $0.id, name: $0.handle) },
      down: { VisitorV2(id: $0.id, handle: $0.name, points: $0.points) },
      merge: { Visitor(id: $1.id, name: $1.name, points: $1.points, phone: $0.phone) })
    try await expect(
      .updates, in: Visitor.history(schema: forgetful),
      tells: [
        "v2 → v3: “points” is “0” and was stored as “1” by v2. "
          + "Let the step to v3 preserve “points”."
      ])
    let shifting = Visitor.v2.step("numbers begin at 101") {
      Visitor(id: $0.id + 100, name: $0.handle, points: $0.points)
    }
    try await expect(
      .updates, in: Visitor.table(schema: shifting),
      tells: [
        "v2 → v3: element 1 of v2 is gone. "
          + "Keep the identity of an element in all parts of the step to v3."
      ])
  }

  @Test func `A step that rejects a stored value is reported by name`() async throws {
    struct TooOld: Error {}
    let v2 = Visitor.v1.step(
      "only the young", up: { (_: VisitorV1) throws -> VisitorV2 in throw TooOld() },
      down: Self.down, merge: Self.merge)
    try await expect(
      .updates, in: Visitor.history(v2: v2),
      tells: [
        "v1 → v2: v2 fails: the step \"only the young\" failed for visitor.v1.store: TooOld(). "
          + "Let the step “only the young” accept every value that the previous release could store."
      ])
  }

  @Test
  func `A type with an incomplete encoding is reported without blaming a step`() async throws {
    struct Forgetful: Codable {
      var nick = ""
      init(nick: String) { self.nick = nick }
      init(from decoder: any Decoder) {}
    }
    let forgetful = nicks.release(StoredSchema(Forgetful.self)) {
      Forgetful(nick: "name \($0)")
    } facts: {
      ["name": $0.nick]
    }
    try await expect(
      .updates, in: forgetful,
      tells: [
        "v1: “name” is “” and was stored as “name 1” by v1. "
          + "No step is at fault: check the sample and the encoding of its type."
      ])
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

  var nicks: ReleaseHistory {
    ReleaseHistory("nick", class: .userState, goldenFilesBeside: testFile)
  }

  var nick: ReleaseHistory {
    nicks.release(Visitor.v1) {
      VisitorV1(nick: "name \($0)")
    } facts: {
      ["name": $0.nick]
    }
  }

  func expect(
    _ rule: MigrationContract, in history: ReleaseHistory, tells sentences: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let told = try await rule.problems(in: history).map(\.description)
    #expect(told == sentences, sourceLocation: sourceLocation)
  }
}
