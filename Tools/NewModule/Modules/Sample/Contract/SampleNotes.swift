public import Sync

/// A note of the user, which can be changed with or without a network.
///
/// ```swift
/// let notes = environment.makeNotes()
///
/// group.addTask { try await notes.run() }
///
/// try await notes.setNote("Ring twice")
/// ```
public protocol SampleNotes: SyncedFeature<SampleState, SampleError> {
  /// Changes the note.
  ///
  /// - Throws: ``SampleError``; then nothing was changed.
  func setNote(_ note: String) async throws(SampleError)
}
