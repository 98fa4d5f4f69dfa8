import Storage
import Sync

/// The notes over an optimistic store.
struct LiveSampleNotes: SampleNotes, OptimisticFeature {
  let store: OptimisticStore<SampleModel>

  init(in environment: FeatureEnvironment) {
    let note = StoredNote(text: "")
    store = OptimisticStore(
      SampleModel(transport: environment.transport),
      base: SingleBase(StoredNote.repository(in: environment.directory), initial: note),
      initial: note, journal: "sample-changes", in: environment)
  }

  func setNote(_ note: String) async throws(SampleError) {
    guard !note.allSatisfy(\.isWhitespace) else { throw .empty }
    try await store.perform { _ in [SampleChange(note: note)] }
  }
}
