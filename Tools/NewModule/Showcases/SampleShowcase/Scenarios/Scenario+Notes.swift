import Sample
import ShowcaseKit
import Storage

extension Scenario {
  static let keepAndRestart = Scenario(
    "keep-and-restart", "What was kept is there when the app starts again."
  ) { stage in
    let before = StorageDirectory(stage.directory)
    stage.transcript.line("The user keeps \u{201C}Ring twice\u{201D}")
    try await SampleFactory.makeNotes(in: before).keep("Ring twice")
    before.close()
    stage.transcript.line("The app starts again")
    let note = try await SampleFactory.makeNotes(in: StorageDirectory(stage.directory)).note()
    stage.transcript.line("The note: \(note ?? "none")")
  }
}
