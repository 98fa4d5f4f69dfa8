public import Storage
public import Sync

/// A note of the user, which can be changed with or without a network.
///
/// ```swift
/// let notes = SampleFactory.makeNotes(in: environment)
///
/// group.addTask { try await notes.run() }
///
/// try await notes.setNote("Ring twice")
/// ```
public protocol SampleNotes: SyncedFeature<SampleState, SampleError> {
  /// Changes the note.
  ///
  /// - Returns: Whether the change would survive a crash.
  /// - Throws: ``SampleError``; then nothing was changed.
  @discardableResult
  func setNote(_ note: String) async throws(SampleError) -> WriteStatus
}
