import Foundation
import Storage
import StorageTestSupport
import Testing

// Tests of golden files, samples and facts.
extension SpoiledHistoryTests {
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
}
