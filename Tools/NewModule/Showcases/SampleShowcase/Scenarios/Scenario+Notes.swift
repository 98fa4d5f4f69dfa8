import Sample
import Sandbox
import ShowcaseKit
import Storage
import Sync

extension Scenario {
  static let keepAndRestart = Scenario(
    "keep-and-restart", "A change that was made offline is there when the app starts again."
  ) { stage in
    let server = SandboxServer(SampleServerModel())
    server.fault = .offline
    let before = StorageDirectory(stage.directory)
    stage.transcript.line("The user writes \u{201C}Ring twice\u{201D}, offline")
    try await notes(server, before).setNote("Ring twice")
    before.close()
    stage.transcript.line("The app starts again")
    let notes = notes(server, StorageDirectory(stage.directory))
    do { try await notes.refresh() } catch {
      stage.transcript.line("The note: \(notes.state.note)")
    }
  }

  private static func notes(
    _ server: SandboxServer<SampleServerModel>, _ directory: StorageDirectory
  ) -> any SampleNotes {
    FeatureEnvironment(transport: server, directory: directory).makeNotes()
  }
}
