import Networking
import Sample
import ShowcaseKit
import Storage
import Sync

extension Scenario {
  static let keepAndRestart = Scenario(
    "keep-and-restart", "A change that was made offline is there when the app starts again."
  ) { stage in
    let before = StorageDirectory(stage.directory)
    stage.transcript.line("The user writes \u{201C}Ring twice\u{201D}, offline")
    try await SampleFactory.makeNotes(in: offline(before)).setNote("Ring twice")
    before.close()
    stage.transcript.line("The app starts again")
    let notes = SampleFactory.makeNotes(in: offline(StorageDirectory(stage.directory)))
    do { try await notes.refresh() } catch {
      stage.transcript.line("The note: \(notes.state.note)")
    }
  }

  private static func offline(_ directory: StorageDirectory) -> FeatureEnvironment {
    FeatureEnvironment(transport: NoNetwork(), directory: directory)
  }
}

/// A network without connection.
private struct NoNetwork: Transport {
  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    throw .offline
  }
}
