import Foundation
import Storage
import StorageTestSupport
import Testing

/// Tests of the reports on histories with one mistake each.
@Suite("Reports on incorrect histories", .temporaryDirectory)
struct SpoiledHistoryTests {
  /// A path in the test's directory, so that these histories write their golden files there.
  let testFile = TemporaryDirectory.url.appending(path: "Tests.swift").path

  /// A step with an incorrect way back, and the reports for one visitor and for many.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let v2: StoredSchema<VisitorV2>
    let testDescription: String
    let one, many: [String]

    init(
      _ name: String,
      up: @escaping @Sendable (VisitorV1, VisitorV2?) -> VisitorV2 = SpoiledHistoryTests.up,
      down: (@Sendable (VisitorV2) -> VisitorV1)? = SpoiledHistoryTests.down,
      one: [String], many: [String] = []
    ) {
      v2 = Visitor.v1.step(name, up: up, down: down)
      (testDescription, self.one, self.many) = (name, one, many)
    }
  }

  static let mistakes = [
    Mistake(
      "an up that keeps nothing", up: { old, _ in VisitorV2(id: old.id, handle: old.nick) },
      one: [
        "v1 → v2 → v1 → v2: “points” is “0” and was stored as “2” by v2. "
          + "Let `up` of the step to v2 take “points” from `kept`."
      ],
      many: [
        "v1 → v2 → v1 → v2: “points” of element 1 is “0” and was stored as “2” by v2. "
          + "Let `up` of the step to v2 take “points” from `kept`."
      ]),
    Mistake(
      "an up that discards the changes of the previous release",
      up: { old, kept in kept ?? up(old, nil) },
      one: [
        "v1 → v2 → v1 → v2: “name” is “name 2” and was stored as “name 3” by v1. "
          + "Let `up` of the step to v2 take “name” from `old`."
      ]),
    Mistake(
      "no way down", down: nil,
      one: [
        "v1 → v2 → v1: “name” is “name 1” and was stored as “name 2” by v2. "
          + "Give the step to v2 a `down` that carries “name” back."
      ],
      many: [
        "v1 → v2 → v1: “name” of element 1 is “name 1” and was stored as “name 2” by v2. "
          + "Give the step to v2 a `down` that carries “name” back.",
        "v1 → v2 → v1: element 5 of v2 is gone. "
          + "Give the step to v2 a `down` that keeps the identity.",
      ]),
    Mistake(
      "a way down that loses a field", down: { VisitorV1(id: $0.id, nick: "") },
      one: [
        "v1 → v2 → v1: “name” is “” and was stored as “name 2” by v2. "
          + "Give the step to v2 a `down` that carries “name” back."
      ]),
  ]

  @Test(arguments: mistakes)
  func `A rollback that loses a fact is reported with the part that is at fault`(
    _ mistake: Mistake
  ) async throws {
    let v2 = mistake.v2
    try await expect(.rollbacks, in: Visitor.history(v2: v2, schema: nil), tells: mistake.one)
    try await expect(.updates, in: Visitor.history(v2: v2, schema: nil), tells: [])
    guard !mistake.many.isEmpty else { return }
    try await expect(.rollbacks, in: Visitor.table(v2: v2, schema: nil), tells: mistake.many)
  }

  @Test func `A step that keeps nothing is also reported after a kill between the two files`()
    async throws
  {
    let history = Visitor.history(v2: Self.mistakes[0].v2, schema: nil)
    let told = try await MigrationContract.kills.problems(in: history)
    #expect(told.first?.path == "v1 → v2 (killed when visitor.v2.store was written) → v1 → v2")
    #expect(
      told.map(\.advice) == ["Let `up` of the step to v2 take “points” from `kept`"])
  }

  @Test func `A step that loses a field or changes an id is reported`() async throws {
    let forgetful = Visitor.v2.step(
      "points are forgotten",
      up: { old, kept in Visitor(id: old.id, name: old.handle, phone: kept?.phone) },
      down: { VisitorV2(id: $0.id, handle: $0.name, points: $0.points) })
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
      down: Self.down)
    try await expect(
      .updates, in: Visitor.history(v2: v2, schema: nil),
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

  // MARK: - Golden files, samples and facts

  @Test func `A missing golden file is written and reported`() async throws {
    let folder = TemporaryDirectory.url.appending(path: "GoldenFiles").path
    let history = Visitor.history(goldenFilesBeside: testFile)
    try await expect(
      .goldenFiles, in: history,
      tells: (1...3).map {
        "v\($0): the golden file was missing; \(folder)/visitor.v\($0).store has been written. "
          + "Commit it, and run the test again."
      })
    try await expect(.goldenFiles, in: history, tells: [])
  }

  @Test func `An edited shipped type is detected by its golden file`() async throws {
    struct Renamed: Codable { var handle: String }
    struct Grown: Codable {
      var nick: String
      var age: Int?
    }
    let edited =
      "Do not edit a shipped type or its sample: restore it, and make the change in a "
      + "new step. If it has not shipped yet, remove its golden file and run the test again."
    _ = try await MigrationContract.goldenFiles.problems(in: nick)
    try await expect(.goldenFiles, in: nick, tells: [])

    let renamed = nicks.release(StoredSchema(Renamed.self)) {
      Renamed(handle: "name \($0)")
    } facts: {
      ["name": $0.handle]
    }
    let told = try await MigrationContract.goldenFiles.problems(in: renamed)
    #expect(told.map(\.path) == ["v1 (golden file) → v1 (only reads)"])
    #expect(told.first?.finding.hasPrefix("v1 fails: nick.v1.store was damaged") == true)
    #expect(told.first.map { "\($0.advice)." } == edited)

    let grown = nicks.release(StoredSchema(Grown.self)) {
      Grown(nick: "name \($0)", age: $0)
    } facts: {
      ["name": $0.nick]
    }
    try await expect(
      .goldenFiles, in: grown,
      tells: ["v1: the file of its first sample is not nick.v1.store. \(edited)"])
  }

  @Test func `A shipped release that is missing in the history is detected by its golden file`()
    async throws
  {
    _ = try await MigrationContract.goldenFiles.problems(
      in: Visitor.history(goldenFilesBeside: testFile))
    let rest = adding(
      to: ReleaseHistory("visitor", class: .critical, goldenFilesBeside: testFile),
      sample: { VisitorV1(nick: "name \($0)", fax: "fax \($0)") })
    try await expect(
      .goldenFiles, in: rest,
      tells: (2...3).map {
        "v\($0): the golden file visitor.v\($0).store has no release in the history. "
          + "Restore the release: some devices have its files."
      })
  }

  @Test func `Samples that would hide a loss are reported`() async throws {
    let same = adding(to: nicks, sample: { _ in VisitorV1(nick: "Ada") })
    try await expect(
      .samples, in: same,
      tells: [
        "v1: “name” is “Ada” in writes 1 and 2. Let the sample depend on the number of the write.",
        "v1: “name” is “Ada” in writes 2 and 3. Let the sample depend on the number of the write.",
      ])

    try await expect(
      .samples, in: adding(to: nicks, facts: { _ in [:] }),
      tells: ["v1: has no facts. Return the content that users would miss from `facts`."])
  }

  @Test func `A history without a fact, a release or any release is reported`() async throws {
    let misspelt = nick.release(Visitor.v2) {
      VisitorV2(handle: "name \($0)")
    } facts: {
      ["handle": $0.handle]
    }
    try await expect(
      .samples, in: misspelt,
      tells: [
        "v1 → v2: v2 does not know “name”. "
          + "Add it to its `facts`, or to `dropping` if it is discarded intentionally."
      ])

    for rule in MigrationContract.allCases {
      try await expect(
        rule, in: adding(to: nick),
        tells: [
          "release 2: has version 1 and comes after v1. "
            + "List the releases in the order of their versions, one for each that has shipped."
        ])
      try await expect(
        rule, in: nicks, tells: ["nick: contains no release. Add every release that has shipped."])
    }
  }

  static let up: @Sendable (VisitorV1, VisitorV2?) -> VisitorV2 = { old, kept in
    VisitorV2(id: old.id, handle: old.nick, points: kept?.points ?? 0)
  }
  static let down: @Sendable (VisitorV2) -> VisitorV1 = {
    VisitorV1(id: $0.id, nick: $0.handle)
  }

  var nicks: ReleaseHistory {
    ReleaseHistory("nick", class: .critical, goldenFilesBeside: testFile)
  }

  var nick: ReleaseHistory { adding(to: nicks) }

  /// Adds the first release of the visitor, by default a correct one.
  func adding(
    to history: ReleaseHistory,
    sample: @escaping @Sendable (Int) -> VisitorV1 = { VisitorV1(nick: "name \($0)") },
    facts: @escaping @Sendable (VisitorV1) -> [String: String] = { ["name": $0.nick] }
  ) -> ReleaseHistory {
    history.release(Visitor.v1, sample: sample, facts: facts)
  }

  func expect(
    _ rule: MigrationContract, in history: ReleaseHistory, tells sentences: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let told = try await rule.problems(in: history).map(\.description)
    #expect(told == sentences, sourceLocation: sourceLocation)
  }
}
