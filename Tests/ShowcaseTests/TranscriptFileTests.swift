import Foundation
import Testing

/// Every scenario of every showcase against its recorded transcript.
///
/// `UPDATE_TRANSCRIPTS=1 swift test --filter TranscriptFileTests` records them anew; the diff is the
/// review.
@Suite("Recorded transcripts")
struct TranscriptFileTests {
  struct Recording: Sendable, CustomTestStringConvertible {
    let showcase: String
    let scenario: String

    var testDescription: String { "\(showcase) \(scenario)" }
    var file: URL { folder.appending(path: "\(showcase)/\(scenario).txt") }
  }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Transcripts")

  static let recordings = [
    "CitiesShowcase": [
      "first-launch", "restart", "offline-first-launch", "details-fail-then-retry",
      "broken-stored-list", "given-city-id", "language-switch", "find",
    ],
    "CartShowcase": [
      "offline-add-kill-restart", "answer-lost", "price-changed", "promo-states", "conflict",
      "product-gone", "city-change", "full-disk", "order-barrier",
    ],
    "StorageShowcase": ["rename-twice", "roll-back-and-return", "damage"],
  ].flatMap { showcase, scenarios in
    scenarios.map { Recording(showcase: showcase, scenario: $0) }
  }

  @Test("A scenario prints what was recorded", arguments: recordings)
  func transcript(_ recording: Recording) async throws {
    let run = try await ShowcaseProcess.run(
      recording.showcase, ["--scenario", recording.scenario])

    #expect(run.errors == "")
    #expect(run.status == 0)
    if ProcessInfo.processInfo.environment["UPDATE_TRANSCRIPTS"] == "1" {
      try FileManager.default.createDirectory(
        at: recording.file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(run.output.utf8).write(to: recording.file)
    }
    #expect(run.output == String(decoding: try Data(contentsOf: recording.file), as: UTF8.self))
  }

  @Test(
    "A showcase offers exactly the scenarios that are recorded",
    arguments: ["CitiesShowcase", "CartShowcase", "StorageShowcase"])
  func offered(_ showcase: String) async throws {
    let help = try await ShowcaseProcess.run(showcase, ["--help"])

    let offered = help.output.components(separatedBy: "Scenarios:\n").last?
      .split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
    let recorded = try FileManager.default.contentsOfDirectory(
      atPath: Self.folder.appending(path: showcase).path)
    #expect(Set(offered ?? []) == Set(recorded.map { $0.replacing(".txt", with: "") }))
  }

  @Test("Without a terminal and without a scenario the first one is played")
  func withoutTerminal() async throws {
    let run = try await ShowcaseProcess.run("CitiesShowcase")

    #expect(run.status == 0)
    #expect(run.output.hasPrefix("[  0.000 s] The app starts in en\n"))
  }
}
